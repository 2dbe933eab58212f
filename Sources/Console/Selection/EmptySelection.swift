import HTTPKit
import JSONKit
import SyncCore

/// What a form gets instead of a bare refusal: its own list again, saying what is wrong.
extension ConsoleServices {
  /// Nothing was ticked.
  ///
  /// - Parameters:
  ///   - thing: What could have been: `row`, `operation`.
  ///   - back: The list that the form stood on.
  func nothingPicked(
    _ thing: String, back: String, json: JSONValue, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try await pages.actionResponse(
      request, context, redirectTo: back,
      flash: Flash(
        "No \(thing) was ticked.",
        detail: "Nothing was changed. Tick \(thing)s, then press the button.", kind: .warn),
      json: json)
  }

  /// All that match were meant, and by now they are far more or fewer than the person saw.
  ///
  /// - Parameters:
  ///   - list: The list's address without its query.
  ///   - back: Its query; everything is ticked again, under the number of now.
  func countMoved(
    _ expected: Int, _ found: Int, _ thing: String, list: String, back: QueryItems,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    // A program asked for the number itself; so does a form without a session to tell it to.
    guard !request.wantsJSON, context.principal?.session != nil else {
      throw SyncError.countChanged(expected: expected, found: found)
    }
    var items = back
    items["after"] = nil
    items["_at"] = nil
    items["_pick"] = found > 0 ? SelectionBar.Pick.all.rawValue : nil
    let verb = found == 1 ? "matches" : "match"
    let seen =
      expected == found ? "not those that you saw" : "and you saw \(Format.number(expected))"
    return try await pages.actionResponse(
      request, context, redirectTo: Links.with(list, items),
      flash: Flash(
        "Nothing was changed: \(Format.count(found, thing)) \(verb) now, \(seen).",
        detail: found > 0
          ? "This is the list as it is now, with everything selected. Press the button again if "
            + "that is what you want." : "This is the list as it is now.", kind: .warn),
      json: .null)
  }
}
