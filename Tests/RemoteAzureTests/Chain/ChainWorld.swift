import HTTPKit
import JSONKit
import RemoteAzure
import SQLiteKit
import Support
import SyncCore
import TableService
import TestSupport

/// The real service and any number of clients on wires without faults.
struct ChainWorld {
  let service: TableService
  let time = ManualTime()
  private let version: AzureAPIVersion
  private let directory: TemporaryDirectory
  private let database: String

  init(_ version: AzureAPIVersion, keepsTombstones: Bool = true) async throws {
    self.version = version
    directory = try TemporaryDirectory()
    database = directory.file("service.sqlite")
    var configuration = TableServiceConfiguration()
    configuration.softDelete = keepsTombstones ? .all : .none
    service = try await TableService(
      database: database, configuration: configuration, time: time, random: .system)
  }

  func client(
    _ name: String, _ softDelete: SoftDelete = .system, filter: String? = nil
  ) async throws -> ChainClient {
    let wire = FaultyTransport(name, effects: Locked([])) { [service] in
      await service.respond(to: $0)
    }
    let pulls = filter.map { [PullQuery(queryID: "open", filter: $0)] } ?? []
    let settings = StoreSettings(
      tables: [TableSettings(name: "items", softDelete: softDelete, pulls: pulls)])
    return try await ChainClient(name, wire, version, settings, time)
  }

  /// Removes a row from the service's database, behind everyone's back.
  func removeFromDatabase(_ id: String) async throws {
    let database = try await DatabasePool(path: database)
    try await database.write { try $0.execute("DELETE FROM items WHERE id = ?", [.text(id)]) }
  }

  /// The service's own row, as an administrator would read it.
  func row(_ id: String) async throws -> Record? {
    let remote = try AzureRemote.test(
      DirectTransport { [service] in await service.respond(to: $0) }, version)
    return try await remote.read("items", id: id)
  }
}

extension ChainClient {
  func push() async throws -> PushReport { try await context.push() }

  func pull() async throws -> PullReport {
    let report = try await context.pull()
    return report
  }

  func row(_ id: String) async throws -> Record? { try await table.read(id: id) }

  func ids(_ view: RowView) async throws -> [String] {
    try await table.read(RowQuery(view: view)).rows.map(\.record.id).sorted()
  }
}
