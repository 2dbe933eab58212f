import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Who has which error of a store, as one request sees it.
struct Assignments: Sendable {
  /// In addresses and forms, the person who asks and nobody.
  static let me = "me"
  static let nobody = "none"

  /// By operation, also those of resolved errors.
  let all: [Int64: Assignment]
  /// The user who asks; nil for a token and for who came by a sign-in link.
  let user: String?

  /// The user who has the error; nil where nobody has it, or a user who was removed.
  func assignee(of operation: Int64) -> String? {
    all[operation].flatMap { $0.isRemoved ? nil : $0.assignee }
  }

  /// The errors that `name` has.
  func operations(of name: String) -> [Int64] {
    all.filter { !$0.value.isRemoved && $0.value.assignee === name }.map(\.key)
  }

  /// What a list that is filtered by `assignee` shows.
  func filter(_ assignee: String) throws(HTTPError) -> ErrorQuery.Operations {
    switch assignee {
    case Self.nobody: return .without(all.filter { !$0.value.isRemoved }.map(\.key))
    case Self.me:
      guard let user else { throw Self.noUser }
      return .only(operations(of: user))
    default: return .only(operations(of: assignee))
    }
  }

  static var noUser: HTTPError {
    HTTPError(
      400,
      localized("“me” is the user who is signed in, and this request has none. Use a user’s name."))
  }

  /// The badge of an error; nil where nobody has it.
  func badge(of operation: Int64) -> TemplateDictionary? {
    guard let assignment = all[operation] else { return nil }
    var values: TemplateDictionary = ["ASSIGNEE_NAME": assignment.assignee]
    values.show("ASSIGNEE_REMOVED", if: assignment.isRemoved)
    return values
  }

  /// The assigned errors that `query` matches, by cause.
  func byCause(
    of query: ErrorQuery, in store: StoreHandle
  ) async throws -> [ErrorGroup.Key: [Int64]] {
    guard !all.isEmpty else { return [:] }
    var asked = query
    if asked.operations == nil { asked.operations = .only(Array(all.keys)) }
    let causes = try await store.sync.errorCauses(asked)
    return Dictionary(grouping: causes, by: { ErrorGroup.Key($0) }).mapValues {
      $0.map(\.operation)
    }
  }

  /// Who has how many of `operations`, such as `2 assigned to mira, 1 to vic`; nil for none.
  func summary(of operations: [Int64]) -> String? {
    var counts: UTF8Dictionary<Int> = [:]
    for operation in operations {
      if let name = assignee(of: operation) { counts[name, default: 0] += 1 }
    }
    guard !counts.isEmpty else { return nil }
    let parts = counts.sorted { $0.value == $1.value ? $0.key < $1.key : $0.value > $1.value }
      .prefix(3).map { user, count in
        localized("\(Format.number(count)) to \(user)", context: "assigned errors")
      }
    let shares = (parts + (counts.count > 3 ? ["…"] : [])).joinedAsList()
    return localized("assigned: \(shares)")
  }
}

extension PageContext {
  /// The name of the user who is signed in; nil for a token and for who came by a sign-in link.
  var user: String? { principal?.session.flatMap { $0.isByLink ? nil : $0.user } }
}

extension ConsoleServices {
  func assignments(in store: StoreHandle, _ context: PageContext) async throws -> Assignments {
    Assignments(all: try await data.assignments(store: store.name), user: context.user)
  }

  /// How many open errors the person has.
  func ownErrors(in store: StoreHandle, _ context: PageContext) async throws -> Int {
    guard let user = context.user else { return 0 }
    let own = try await assignments(in: store, context).operations(of: user)
    guard !own.isEmpty else { return 0 }
    return try await store.sync.errorCounts(ErrorQuery(operations: .only(own))).values
      .reduce(0, +)
  }

  /// Who has how many of the open errors of each cause, in words.
  func assignees(
    in store: StoreHandle, _ context: PageContext
  ) async throws -> [ErrorGroup.Key: String] {
    let assignments = try await assignments(in: store, context)
    return try await assignments.byCause(of: ErrorQuery(), in: store)
      .compactMapValues(assignments.summary)
  }

  /// The users whom an error can be assigned to, those who may resolve it.
  func assignableUsers() async throws -> [String] {
    try await data.users().filter { $0.role >= ConsoleAction.conflictResolve.leastRole }.map(\.name)
  }
}
