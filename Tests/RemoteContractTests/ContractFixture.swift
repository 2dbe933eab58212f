import JSONKit
import SyncCore
import SyncInspection
import TestSupport

/// A store on a remote under test.
struct ContractFixture {
  let server: any RemoteUnderTest
  let store: SyncContext
  private let folder: TemporaryDirectory

  init(
    _ kind: RemoteKind, pageSize: Int = 1_000, softDelete: SoftDelete = .system
  ) async throws {
    server = try await kind.start()
    folder = try TemporaryDirectory()
    var settings = StoreSettings(tables: [
      TableSettings(name: contractTable, softDelete: softDelete)
    ])
    settings.pageSize = pageSize
    store = try await SyncContext(
      path: folder.file("store.sqlite"), remote: server.remote, settings: settings)
  }

  var table: SyncTable { store.table(contractTable) }

  /// The live rows of the store by their ids, without columns that are empty.
  func rows() async throws -> [String: JSONObject] {
    var query = RowQuery()
    query.size = 1_000
    let page = try await store.rows(contractTable, query)
    return Dictionary(
      uniqueKeysWithValues: page.rows.map { ($0.record.id, plain($0.record.values)) })
  }

  /// What the store holds and what the server holds, where nothing waits.
  func isInStep() async throws -> Bool {
    let counts = try await store.counts()
    let server = try await server.serverRows().mapValues(plain)
    return try await rows() == server && counts.pending + counts.failed + counts.conflicts == 0
  }

  /// The columns of the tests alone: a remote may keep some of its own in the row.
  private func plain(_ values: JSONObject) -> JSONObject {
    JSONObject(
      values.filter { ["title", "n", "gone"].contains($0.name) && !$0.value.isNull }
        .sorted { $0.name < $1.name }.map { ($0.name, $0.value) })
  }

  func stop() async { await server.stop() }
}

/// Runs `body` with a fixture and stops its server whatever happens.
func withRemote(
  _ kind: RemoteKind, pageSize: Int = 1_000, softDelete: SoftDelete = .system,
  _ body: (ContractFixture) async throws -> Void
) async throws {
  let fixture = try await ContractFixture(kind, pageSize: pageSize, softDelete: softDelete)
  do { try await body(fixture) } catch {
    await fixture.stop()
    throw error
  }
  await fixture.stop()
}
