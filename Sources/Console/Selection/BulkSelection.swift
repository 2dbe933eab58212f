import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The selection of a bulk action: the checked lines of a list, or all that a filter matches.
struct BulkSelection {
  enum Lines {
    case these
    case matching(QueryItems)
  }

  let lines: Lines
  /// The filter as it was sent.
  private let query: String?
  private let expect: Int?
  /// The newest operation that the list knew; later ones are not meant.
  let upTo: Int64?
  /// When the newest error came that the list knew; later ones are not meant.
  let until: Timestamp?
  /// What is ticked.
  private let thing: ListedThing
  /// The query string of the list to go back to.
  let back: QueryItems

  /// - Parameter known: The parameters that the filter may have; anything else would widen it.
  init(_ body: ActionBody, _ thing: ListedThing, in known: UTF8Set) throws {
    self.thing = thing
    back = QueryItems(decoding: body.form?["back"] ?? "") ?? QueryItems()
    query = body.isForm ? body.form?["query"] : body.text("query")
    expect = try body.count("expect")
    upTo = try body.count("upTo").map(Int64.init)
    until = try body.moment("until")
    guard let query else {
      lines = .these
      return
    }
    guard body.json?["ids"] == nil else {
      throw HTTPError(400, localized("Send ids or query, not both. Nothing was changed."))
    }
    guard let items = QueryItems(decoding: query) else {
      throw HTTPError(400, localized("“\(query)” is not a filter. Nothing was changed."))
    }
    if let stranger = items.items.first(where: { !known.contains($0.name) }) {
      let names = known.sorted().joinedAsList()
      throw HTTPError(
        400,
        localized(
          "There is no filter “\(stranger.name)” here; there are \(names). Nothing was changed."))
    }
    lines = .matching(items)
  }

  /// The filter in words, such as `table Note, cause “No.”`; nil for what was ticked.
  var filterWords: String? {
    guard case .matching(let items) = lines else { return nil }
    guard !items.isEmpty else { return "all of the store" }
    return items.items.map { "\($0.name) \(quoted($0.value))" }.joinedAsList()
  }

  /// The cause of errors that the filter asks for; nil for none, and for what was ticked.
  var cause: String? {
    guard case .matching(let items) = lines, let cause = items["cause"], !cause.isEmpty
    else { return nil }
    return cause
  }

  /// The number that the person saw, when far more or fewer match now.
  ///
  /// Where later ones are left out, those that were seen can only have become fewer.
  func outdated(by count: Int) -> Int? {
    let leavesLater = upTo != nil || until != nil
    return expect.flatMap { expect in
      let isOutdated =
        leavesLater
        ? count > expect : abs(count - expect) > expect / BulkHandlers.toleranceShare
      return isOutdated ? expect : nil
    }
  }

  /// Answers when there is nothing to work on: a form gets its list back, a program the reason.
  ///
  /// - Parameters:
  ///   - list: The list's address without its query.
  ///   - newer: How many match that came after the page.
  func nothing(
    _ services: ConsoleServices, _ list: String, newer: Int, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    guard !request.wantsJSON, context.principal?.session != nil else {
      let unchanged = localized("Nothing was changed.")
      throw query == nil
        ? HTTPError(422, [thing.noneSelected, unchanged].joinedAsSentences())
        : HTTPError(422, [thing.noneMatches, unchanged].joinedAsSentences())
    }
    guard query == nil else {
      return try await services.countMoved(
        expect ?? 0, newer, thing, list: list, back: back, request, context)
    }
    return try await services.nothingPicked(
      thing, back: Links.with(list, back), json: .null, request, context)
  }

  /// What the form that confirms has to carry.
  func hidden(
    _ ticked: @autoclosure () -> [(name: String, value: String)]
  ) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = [("back", back.encoded)]
    if let query {
      fields.append(("query", query))
      if let expect { fields.append(("expect", "\(expect)")) }
      if let upTo { fields.append(("upTo", "\(upTo)")) }
      if let until { fields.append(("until", until.description)) }
    } else {
      fields += ticked()
    }
    return fields
  }
}
