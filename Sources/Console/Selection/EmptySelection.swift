import HTTPKit
import JSONKit
import Localization
import SyncCore

/// What a form gets instead of a bare refusal: its own list again, saying what is wrong.
extension ConsoleServices {
  /// Nothing was selected.
  ///
  /// - Parameters:
  ///   - thing: What could have been.
  ///   - back: The list that the form stood on.
  func nothingPicked(
    _ thing: ListedThing, back: String, json: JSONValue, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    try await pages.actionResponse(
      request, context, redirectTo: back,
      flash: Flash(
        thing.noneSelected,
        detail: localized("Nothing was changed.") + sentenceSpace + thing.selectFirst, kind: .warn),
      json: json)
  }

  /// The filter now matches a different number of rows than the page showed.
  ///
  /// - Parameters:
  ///   - list: The list's address without its query.
  ///   - back: Its query; everything is selected again, with the new count.
  func countMoved(
    _ expected: Int, _ found: Int, _ thing: ListedThing, list: String, back: QueryItems,
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    // A program asked for the number itself; so does a form without a session to tell it to.
    guard !request.wantsJSON, context.principal?.session != nil else {
      throw SyncError.countChanged(expected: expected, found: found)
    }
    var items = back
    ListCursor().write(to: &items)
    items["_pick"] = found > 0 ? SelectionBar.Pick.all.rawValue : nil
    let (things, seen) = (thing.counted(found), Format.number(expected))
    let change =
      switch (found == 1, expected == found) {
      case (true, true):
        localized("Nothing was changed: \(things) matches now, but not the ones you saw.")
      case (true, false): localized("Nothing was changed: \(things) matches now, you saw \(seen).")
      case (false, true):
        localized("Nothing was changed: \(things) match now, but not the ones you saw.")
      case (false, false): localized("Nothing was changed: \(things) match now, you saw \(seen).")
      }
    return try await pages.actionResponse(
      request, context, redirectTo: Links.with(list, items),
      flash: Flash(
        change,
        detail: found > 0
          ? localized(
            "This is the current list, with everything selected. Review it, then try again.")
          : localized("This is the current list."), kind: .warn),
      json: .null)
  }
}
