import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore

/// What adding a store and changing its settings have in common.
struct SettingsEditing {
  let services: ConsoleServices
  let administration: any StoreAdministration
  let request: HTTPRequest
  let context: PageContext

  init(
    _ services: ConsoleServices, _ request: HTTPRequest, _ context: PageContext
  ) throws {
    self.services = services
    self.request = request
    self.context = context
    administration = try services.requiredAdministration()
  }

  /// The store's settings as the configuration file has them now.
  func current(_ store: String) async throws -> JSONObject {
    guard let settings = try await administration.settings(of: store) else {
      throw ConsoleError(
        409, title: localized("\(store) is no longer in the configuration file"),
        reason: localized("It was removed from \(administration.file). Nothing was changed."),
        code: "settings_changed", links: [.init(localized("All stores"), Links.stores)])
    }
    return settings
  }

  /// Asks the server that the settings name, with the secrets that they name.
  func test(
    _ order: SettingsRequest, before: JSONObject? = nil
  ) async throws -> ConnectionTest {
    try demandProof(order, before: before)
    try await services.data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.storeEdit.rawValue,
        store: before?["name"]?.string, target: AuditRecord.connectionTest,
        after: ["remote": order.draft.settings["remote"] ?? nil], requestID: context.requestID))
    return await administration.probe(order.draft.settings)
  }

  /// Where secrets are sent, and which, is for somebody who is there, not for a browser left open.
  func demandProof(_ order: SettingsRequest, before: JSONObject?) throws {
    let (old, new) = (before?["remote"], order.draft.settings["remote"])
    guard new != old else { return }
    let ofRemote = { (remote: JSONValue?) -> JSONObject in
      ["remote": .object(remote?.object ?? JSONObject())]
    }
    let changes = SettingsChanges(from: ofRemote(old), to: ofRemote(new), administration.form)
    try context.demandProof(of: .server, changes: changes.ofStore)
  }

  func demandUnlocked() throws {
    guard let why = administration.whyLocked else { return }
    throw ConsoleError.locked(administration.file, why)
  }

  /// An error for a program, with every problem beside its path.
  func refusal(_ error: ConsoleError, _ problems: [SettingProblem]) throws -> HTTPResponse {
    try services.pages.refusal(error, problems, context)
  }

  /// What was written.
  struct Written {
    let store: String
    let settings: JSONObject
    /// The audit entry that can undo it.
    let entry: Int64?
    /// Delta tokens that were reset.
    let reset: Int

    var json: JSONValue {
      [
        "name": .string(store), "url": .string(Links.store(store)), "store": .object(settings),
        "undo": JSONValue(entry),
      ]
    }
  }

  /// Writes settings that have no problems.
  ///
  /// - Parameters:
  ///   - store: Nil for a new one.
  ///   - before: What the form was made from.
  func write(
    _ order: SettingsRequest, _ store: StoreInfo? = nil, before: JSONObject? = nil
  ) async throws -> Written {
    try await write(
      order.draft.settings, of: store, store == nil ? AuditRecord.storeAdded : "settings",
      before: before,
      order.serverChange == .other ? .forgetting : .keeping)
  }

  /// - Parameter target: What of the store is changed, for the audit.
  func write(
    _ settings: JSONObject, of store: StoreInfo?, _ target: String, before: JSONObject?,
    _ tokens: DeltaTokenChange = .keeping
  ) async throws -> Written {
    let name = store?.name ?? settings["name"]?.string ?? ""
    let audit = ActionAudit(services: services, context: context, store: name)
    await audit.announce(.storeEdit, target, after: .object(settings))
    let forgotten = try await services.changeSettings(of: store, tokens) {
      try await administration.save(settings, of: store?.name, expecting: before)
    }
    let left = SettingsDraft.fingerprint(try await administration.settings(of: name))
    var undo = UndoableChange.addedStore(name, left: left)
    if let before {
      undo = .settings(PreviousSettings(store: name, was: before, left: left, tokens: forgotten))
    }
    let entry = try await audit.note(
      .storeEdit, target, before: before.map { .object($0) },
      after: .object(settings), undo: undo)
    return Written(store: name, settings: settings, entry: entry, reset: forgotten.count)
  }
}
