import HTTPKit
import JSONKit
import Localization
import SyncCore

/// The revision that a page or its JSON showed, sent back with the decision made from it.
struct Precondition: Sendable {
  /// In the form, and in the JSON of errors, operations and decisions.
  static let field = "seen"

  private var revision: Revision?

  init(_ revision: Revision? = nil) { self.revision = revision }

  init(_ body: ActionBody) {
    revision = body.text(Self.field).map(Revision.init(rawValue:))
  }

  /// False when it is about something that stands otherwise `now`.
  func isOf(_ now: Precondition) -> Bool { revision == nil || revision == now.revision }

  var json: JSONValue { JSONValue(revision?.rawValue) }

  var hidden: [(name: String, value: String)] {
    revision.map { [(Self.field, $0.rawValue)] } ?? []
  }

  /// For ``SyncContext/decide(_:asSeen:by:)``.
  func revisions(of operation: Int64) -> [Int64: Revision] {
    revision.map { [operation: $0] } ?? [:]
  }
}

extension ActionBody {
  /// What a program saw of each line that it decides about, by the line's id; nil for one that it
  /// says nothing of.
  func seen(_ id: String) -> Revision? {
    json?[Precondition.field]?[id]?.string.map(Revision.init(rawValue:))
  }

  /// - Throws: `HTTPError` 422 where a program would lose whatever a filter matches by now.
  func demandExpect(_ decision: QueueDecision) throws(HTTPError) {
    guard let json, json["query"]?.isNull == false, json["expect"]?.integer == nil,
      decision.loses
    else { return }
    throw HTTPError(
      422,
      localized(
        "expect is missing. \(decision.name) discards changes that exist only here, so a query "
          + "also needs the expected number of operations, which is the count of the list. "
          + "Nothing was changed."))
  }
}

extension StoreHandle {
  /// What stands to be decided about one operation; to be asked for before what is shown of it.
  func seen(_ operation: Int64) async throws -> Precondition {
    Precondition(try await sync.revisions(ofOperations: [operation])[operation])
  }
}
