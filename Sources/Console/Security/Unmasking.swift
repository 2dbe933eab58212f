import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Who sees masked values now: each person and token asks for it by store, and for a while.
final class Unmasking: Sendable {
  static let minutes: Int64 = 15

  private struct Key: Hashable {
    var owner: String
    var store: String
  }

  private let ends = Locked<[Key: Timestamp]>([:])

  /// - Returns: When it ends.
  func begin(for owner: String, in store: String, at now: Timestamp) -> Timestamp {
    let end = now.adding(seconds: Self.minutes * 60)
    ends.withLock { ends in
      ends = ends.filter { $0.value > now }
      ends[Key(owner: owner, store: store)] = end
    }
    return end
  }

  func end(for owner: String, in store: String) {
    ends.withLock { $0[Key(owner: owner, store: store)] = nil }
  }

  func isOn(for owner: String, in store: String, at now: Timestamp) -> Bool {
    ends.withLock { ends in ends[Key(owner: owner, store: store)].map { $0 > now } ?? false }
  }
}

extension ConsoleServices {
  /// Whether masked values of `store` are covered for `context`; nil stands for all stores.
  ///
  /// The command line belongs to whoever can read the store's file.
  func covers(_ store: String?, for context: PageContext) -> Bool {
    guard let principal = context.principal, principal.origin != .commandLine else { return false }
    guard context.may(.valuesUnmask), let store else { return true }
    return !unmasking.isOn(for: context.owner, in: store, at: context.now)
  }

  /// The same for one request: what somebody who may see the values changes is worked on as it is.
  func covers(_ request: HTTPRequest, for context: PageContext) -> Bool {
    let isRead =
      request.method != .post || Self.readsByPost.contains { request.rawPath.hasSuffix($0) }
    guard isRead || !context.may(.valuesUnmask) else { return false }
    return covers(request.storeOfPath, for: context)
  }

  /// Actions that change nothing and answer with values.
  private static let readsByPost = [
    "/push/preview", "/pull/preview", "/refresh", "/push/preview.json", "/pull/preview.json",
  ]
}

extension HTTPRequest {
  /// The store that the path is about; names of stores need no decoding.
  var storeOfPath: String? {
    guard rawPath.hasPrefix("/s/") else { return nil }
    return String(rawPath.dropFirst(3).prefix { $0 != "/" && $0 != "." })
  }
}

extension StoreHandle {
  /// Refuses what cannot work on covered values, such as a form that would save them.
  func demandUncovered(_ table: String, back: String) throws(ConsoleError) {
    let columns = sync.coveredColumns(of: table)
    guard !columns.isEmpty else { return }
    throw ConsoleError.masked(columns.sorted(), of: table, back: back)
  }
}

extension ConsoleError {
  static func masked(_ columns: [String], of table: String, back: String) -> ConsoleError {
    let names = columns.joinedAsList()
    return ConsoleError(
      403, title: localized("Show the masked values first"),
      reason: columns.count == 1
        ? localized(
          "\(names) of \(table) is masked, but this action needs its values. Nothing was "
            + "changed.")
        : localized(
          "\(names) of \(table) are masked, but this action needs their values. Nothing "
            + "was changed."),
      code: "values_covered", links: [.init(localized("Back"), back)])
  }
}

extension RowActions {
  func demandUncovered() throws(ConsoleError) {
    try store.demandUncovered(table, back: Links.rows(store.name, table))
  }
}

extension ConsoleServices {
  /// Shows the values of a form that comes back, as they were shown when it was opened: that is
  /// audited, and lasts, as if it had been asked for again.
  ///
  /// What was typed would be lost without them.
  func uncoverForm(
    _ table: String, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws {
    let columns = store.sync.maskedColumns(of: table)
    guard request.method == .post, !columns.isEmpty, covers(store.name, for: context) else {
      return
    }
    try await ActionAudit(services: self, context: context, store: store.name)
      .note(.valuesUnmask, "show \(columns.joined(separator: ", ")) of \(table) in a form")
    _ = unmasking.begin(for: context.owner, in: store.name, at: context.now)
  }
}

/// Showing covered values for a while, and covering them again.
struct UnmaskHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func unmask(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let shows = try body.flag("unmask") ?? true
    let columns = store.maskedWords
    guard !columns.isEmpty else {
      throw ConsoleError(
        422, title: localized("Nothing is masked"),
        reason: localized("Store \(store.name) has no masked columns."),
        code: "nothing_masked", links: [.init(localized("Back"), Links.store(store.name))])
    }
    var end: Timestamp?
    if shows {
      // Noted before anything is shown.
      try await ActionAudit(services: services, context: context, store: store.name)
        .note(.valuesUnmask, "show \(columns)")
      end = services.unmasking.begin(for: context.owner, in: store.name, at: context.now)
    } else {
      services.unmasking.end(for: context.owner, in: store.name)
      try await ActionAudit(services: services, context: context, store: store.name)
        .note(.valuesUnmask, "cover \(columns)")
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: try request.ownBack() ?? Links.store(store.name),
      flash: shows
        ? Flash(
          localized("Masked values are shown for \(Unmasking.minutes) minutes."),
          detail: localized("This is recorded in the audit log."), kind: .warn)
        : Flash(localized("Values are masked again.")),
      json: ["store": .string(store.name), "until": JSONValue(end)])
  }
}

extension StoreHandle {
  /// Such as `email and phone of Customer`; empty where nothing is masked.
  var maskedWords: String {
    sync.settings.tables.filter { !$0.masked.isEmpty }
      .map { "\($0.masked.joinedAsList()) of \($0.name)" }.joinedAsClauses()
  }
}
