import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore

/// Imports that broke off: named in the audit, with what takes back the rows that they wrote.
struct BrokenImports: Sendable {
  let services: ConsoleServices

  /// Looks for those that a program left which was killed.
  ///
  /// - Returns: A line about each, for the log.
  func find() async -> [String] {
    var lines: [String] = []
    for info in services.stores.stores {
      guard let sync = try? await services.stores.context(of: info.name),
        let broken = try? await sync.unfinishedImports()
      else { continue }
      for found in broken {
        _ = try? await note(found, info.name, sync, nil)
        lines.append("Store \(info.name): \(Self.sentence(found))")
      }
      lines += await findReversals(info.name, sync)
    }
    return lines
  }

  /// Names what a program that was killed had not taken back to its end.
  private func findReversals(_ store: String, _ sync: SyncContext) async -> [String] {
    var lines: [String] = []
    for broken in (try? await sync.brokenReversals()) ?? [] {
      let source = broken.import.source.isEmpty ? "pasted rows" : broken.import.source
      let sentence =
        "\(broken.import.table), undo of the import of \(source) was interrupted: "
        + "\(Format.count(broken.left, "row")) left"
      _ = try? await services.data.record(
        AuditRecord(
          who: "–", address: "–", action: ConsoleAction.actionUndo.rawValue, store: store,
          target: sentence, result: .failed,
          reason: "The program ended. Undo the import’s entry again to continue.",
          requestID: "–"))
      lines.append("Store \(store): \(sentence)")
    }
    return lines
  }

  /// - Returns: The audit's entry.
  func note(_ broken: UnnotedImport) async throws -> Int64? {
    let (sync, number) = (broken.store.sync, broken.number)
    guard var info = try await sync.importInfo(number) else { return nil }
    info.written = try await sync.rowsLeft(ofImport: number)
    return try await note(info, broken.store.name, sync, broken.context)
  }

  /// Notes those of this program whose entry could not be written when they broke off.
  func noteUnnoted() async {
    for broken in services.imports.unnoted.withLock({ $0 }) {
      guard (try? await note(broken)) != nil else { return }
      services.imports.unnoted.withLock { imports in
        imports.removeAll { $0.number == broken.number && $0.store.name === broken.store.name }
      }
    }
  }

  private func note(
    _ info: ImportInfo, _ store: String, _ sync: SyncContext, _ context: PageContext?
  ) async throws -> Int64? {
    let undo = UndoPlan(store: store, table: info.table, importNumber: info.number)
    let entry = try await services.data.record(
      AuditRecord(
        who: context?.who ?? info.by ?? "–", address: context?.address ?? "–",
        action: ConsoleAction.rowsImport.rawValue, store: store, target: Self.sentence(info),
        count: info.written, undo: info.written > 0 ? undo.json : nil,
        requestID: context?.requestID ?? "–"), of: info.action(in: store))
    // First the entry: after a crash in between it is found again.
    try await sync.endImport(info.number)
    return info.written > 0 ? entry : nil
  }

  /// For the audit and the log, so in English.
  private static func sentence(_ info: ImportInfo) -> String {
    let source = info.source.isEmpty ? "pasted rows" : info.source
    return inEnglish {
      let rows = Format.count(info.rows, "row")
      return info.written < info.rows
        ? "\(info.table), import of \(source) was interrupted: \(Format.number(info.written)) of "
          + "\(rows) imported"
        : "\(info.table), import of \(source): \(rows) imported"
    }
  }
}

/// An import that broke off and that the audit does not name yet.
struct UnnotedImport: Sendable {
  let number: Int64
  let store: StoreHandle
  let context: PageContext
}

extension ImportInfo {
  /// Identifies the import in the audit, which has one entry of it at most.
  func action(in store: String) -> String { "import \(number) into \(store), \(at)" }
}
