import HTTPKit
import JSONKit
import SyncCore

/// What a form gets instead of a bare refusal: its own list again, saying what is wrong.
extension ConsoleServices {
  /// Nothing was selected.
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
        "No \(thing) selected.",
        detail: "Nothing was changed. Select \(thing)s first.", kind: .warn),
      json: json)
  }

  /// The filter now matches a different number of rows than the page showed.
  ///
  /// - Parameters:
  ///   - list: The list's address without its query.
  ///   - back: Its query; everything is selected again, with the new count.
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
      expected == found ? "but not the ones you saw" : "you saw \(Format.number(expected))"
    return try await pages.actionResponse(
      request, context, redirectTo: Links.with(list, items),
      flash: Flash(
        "Nothing was changed: \(Format.count(found, thing)) \(verb) now, \(seen).",
        detail: found > 0
          ? "This is the current list, with everything selected. Review it, then try again."
          : "This is the current list.", kind: .warn),
      json: .null)
  }
}
