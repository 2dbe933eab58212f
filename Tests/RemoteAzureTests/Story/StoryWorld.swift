import HTTPKit
import JSONKit
import RemoteAzure
import SQLiteKit
import Support
import SyncCore
import TableService
import TestSupport

/// The real service with any number of clients.
struct StoryWorld {
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

  /// - Parameter name: For the reader of the test.
  func client(
    _ name: String, _ softDelete: SoftDelete = .system, filter: String? = nil
  ) async throws -> StoryClient {
    let pulls = filter.map { [PullQuery(queryID: "open", filter: $0)] } ?? []
    let settings = StoreSettings(
      tables: [TableSettings(name: "items", softDelete: softDelete, pulls: pulls)])
    return try await StoryClient(remote(), settings, time)
  }

  /// Removes a row from the service's database, behind everyone's back.
  func removeFromDatabase(_ id: String) async throws {
    let database = try await DatabasePool(path: database)
    try await database.write { try $0.execute("DELETE FROM items WHERE id = ?", [.text(id)]) }
  }

  /// The service's own row, as an administrator would read it.
  func row(_ id: String) async throws -> Record? {
    try await remote().read("items", id: id)
  }

  private func remote() throws -> AzureRemote {
    try AzureRemote.test(
      DirectTransport { [service] in await service.respond(to: $0) }, version)
  }
}
