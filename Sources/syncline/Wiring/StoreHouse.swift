import Console
import Support
import SyncCore

/// The stores that a running console has open; which they are can change under it.
///
/// Whoever got a store before a change goes on with it as it was.
final class StoreHouse: StoreRegistry {
  private struct Entry: Sendable {
    var definition: StoreDefinition
    var context: SyncContext
    /// What keeps its server from being asked.
    var problem: String?
    /// What its server shows when it tells of a deletion.
    var hookKey: String?
  }

  private let opener: StoreOpener
  private let entries: Locked<[Entry]>

  /// - Throws: What keeps a store from being opened: a start needs them all.
  init(_ definitions: [StoreDefinition], opener: StoreOpener) async throws {
    self.opener = opener
    var open: [Entry] = []
    for definition in definitions {
      open.append(try await Self.entry(definition, opener))
    }
    entries = Locked(open)
  }

  private static func entry(
    _ definition: StoreDefinition, _ opener: StoreOpener
  ) async throws -> Entry {
    let (context, problem) = try await opener.openWithOrWithoutSecrets(definition)
    let hookKey = try? definition.remote.parse?.webhookKey.map(SecretReader.value(of:))
    return Entry(definition: definition, context: context, problem: problem, hookKey: hookKey)
  }

  var definitions: [StoreDefinition] { entries.withLock { $0.map(\.definition) } }

  var schedules: [String: Schedule] {
    let ready = entries.withLock { $0 }.filter { $0.problem == nil }.map(\.definition)
    return Dictionary(ready.compactMap { store in store.schedule.map { (store.name, $0) } }) {
      first, _ in first
    }
  }

  // MARK: - For the console

  var stores: [StoreInfo] {
    entries.withLock { $0 }.map { entry in
      StoreInfo(
        name: entry.definition.name, environment: entry.definition.environment,
        remoteKind: entry.context.remote.kind, remoteURL: entry.context.remote.displayURL,
        timeZone: entry.definition.timeZone, problem: entry.problem)
    }
  }

  func context(of store: String) async throws -> SyncContext? { open(store) }

  func summary(of store: String) async throws -> StoreSummary {
    guard let context = open(store) else { return StoreSummary(counts: StoreCounts()) }
    return StoreSummary(try await context.state())
  }

  func hookKey(of store: String) -> String? {
    entries.withLock { $0 }.first { $0.definition.name == store }?.hookKey
  }

  /// The store for a run, which needs its server.
  func required(_ name: String) async throws -> SyncContext {
    let entry = entries.withLock { $0 }.first { $0.definition.name == name }
    guard let entry else { throw UsageError(["There is no store \"\(name)\"."]) }
    if let problem = entry.problem {
      throw ConsoleError(
        503, title: "The server of \(name) was not asked",
        reason: "\(problem) Everything is kept here.", code: "not_ready",
        links: [.init("The store", Links.store(name))])
    }
    return entry.context
  }

  /// Every store whose server can't be asked, as a sentence each.
  var unready: [String] {
    entries.withLock { $0 }.compactMap { entry in
      entry.problem.map { "The store \(entry.definition.name) can't ask its server. \($0)" }
    }
  }

  func open(_ store: String) -> SyncContext? {
    entries.withLock { $0 }.first { $0.definition.name == store }?.context
  }

  // MARK: - Following the configuration

  /// What following a configuration came to.
  struct Changes: Sendable {
    var added: [String] = []
    var changed: [String] = []
    var removed: [String] = []
    /// Stores that could not be opened, each as a sentence; they are as before, or not there.
    var problems: [String] = []

    var isEmpty: Bool { added.isEmpty && changed.isEmpty && removed.isEmpty }

    var description: String {
      [("added", added), ("changed", changed), ("removed", removed)]
        .filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1.joined(separator: ", "))" }
        .joined(separator: "; ")
    }
  }

  /// Opens and closes stores until they are those of `definitions`; one caller at a time.
  ///
  /// - Parameter isForced: Opens stores anew whose settings did not change, for secrets that did.
  func follow(_ definitions: [StoreDefinition], isForced: Bool = false) async -> Changes {
    let before = entries.withLock { $0 }
    var (after, changes) = ([Entry](), Changes())
    for definition in definitions {
      let known = before.first { $0.definition.name == definition.name }
      if let known, !isForced, !needsOpening(known.definition, definition),
        known.problem == nil || !opener.canAsk(definition)
      {
        var entry = known
        entry.definition = definition
        after.append(entry)
        if known.definition != definition { changes.changed.append(definition.name) }
        continue
      }
      do {
        let entry = try await Self.entry(definition, opener)
        if let known, let problem = entry.problem {
          // A secret that went missing takes nothing from a store that runs.
          after.append(known.problem == nil ? known : entry)
          if known.problem == nil {
            changes.problems.append(
              "The store \(definition.name) goes on as it was before: \(problem)")
          }
          continue
        }
        after.append(entry)
        if known == nil { changes.added.append(definition.name) }
        if known != nil { changes.changed.append(definition.name) }
      } catch {
        if let known { after.append(known) }
        changes.problems.append(
          "The store \(definition.name) "
            + "\(known == nil ? "was not opened" : "goes on as it was before"): \(error)")
      }
    }
    changes.removed = before.map(\.definition.name).filter { name in
      !definitions.contains { $0.name == name }
    }
    let open = after
    entries.withLock { $0 = open }
    return changes
  }

  /// A name tag or a schedule is read where it is needed.
  private func needsOpening(_ old: StoreDefinition, _ new: StoreDefinition) -> Bool {
    old.remote != new.remote || old.settings != new.settings
  }
}
