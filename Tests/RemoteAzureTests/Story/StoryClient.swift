import RemoteAzure
import SyncCore
import SyncInspection
import TestSupport

/// One client of a story: a store with the real adapter.
struct StoryClient {
  let context: SyncContext
  private let directory: TemporaryDirectory

  init(_ remote: AzureRemote, _ settings: StoreSettings, _ time: ManualTime) async throws {
    directory = try TemporaryDirectory()
    context = try await SyncContext(
      path: directory.file("store.sqlite"), remote: remote, settings: settings, time: time)
  }

  var table: SyncTable { context.table("items") }

  func push() async throws -> PushReport { try await context.push() }

  func pull() async throws -> PullReport {
    let report = try await context.pull()
    return report
  }

  /// Compares with the server and takes its side everywhere.
  func reconcile() async throws {
    let report = try await context.reconcile("items")
    guard report.isComplete else { return }
    _ = try await context.apply(
      report,
      ReconcileChoices(
        missingOnServer: .removeHere, missingHere: .pullAgain, different: .pullAgain,
        confirm: report.confirmationNeeded),
      by: "story")
  }

  // MARK: - Looks

  func operations() async throws -> [OperationInfo] {
    try await context.operations(OperationQuery(size: 500)).operations
  }

  func row(_ id: String) async throws -> Record? { try await table.read(id: id) }

  func ids(_ view: RowView) async throws -> [String] {
    try await table.read(RowQuery(view: view)).rows.map(\.record.id).sorted()
  }
}
