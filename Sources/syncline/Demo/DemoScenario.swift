import Console
import ConsoleData
import JSONKit
import SyncCore

/// Brings the demo's store into the state that a new user should see: every kind of trouble, each
/// made by real requests.
struct DemoScenario: Sendable {
  static let by = "demo"

  let context: SyncContext
  let runs: RunCenter
  let loader: DemoLoader

  func tell() async throws {
    try await run(.pull)
    try await deleteSomeCountries()
    try await makeAConflict()
    try await makeAFailure()
    try await leaveSomethingPending()
  }

  /// Deleted here and pushed: the server keeps them, and they can be brought back.
  private func deleteSomeCountries() async throws {
    let countries = context.table("Country")
    for id in ["AQ", "BV", "HM"] { try await countries.delete(id, by: Self.by) }
    try await run(.push)
  }

  /// Somebody else renames a subdivision; the store renames it too, from the older version.
  private func makeAConflict() async throws {
    let id = "DE-BE"
    try await loader.send(
      Change(.update, table: "Subdivision", id: id, values: ["name": "Berlin (Land)"]))
    try await context.table("Subdivision").update(
      id, ["name": "Berlin, Stadt", "type": "City state"], by: Self.by)
    try await run(.push)
  }

  /// A new item with a list, which this kind of server has no column for.
  private func makeAFailure() async throws {
    try await context.table("TodoItem").insert(
      ["text": "Order filters", "complete": false, "tags": ["pump", "site 4"]], by: Self.by)
    try await run(.push)
  }

  private func leaveSomethingPending() async throws {
    let items = context.table("TodoItem")
    try await items.update(DemoRows.dean, ["text": "Dean, check the pump"], by: Self.by)
    try await items.insert(
      ["text": "Take photos before and after", "complete": false], by: Self.by)
    try await items.delete(DemoRows.ralph, by: Self.by)
    try await context.table("Country").update("CZ", ["name": "Czech Republic"], by: Self.by)
  }

  /// A run like any other, so that the list of runs tells how it came to this.
  private func run(_ kind: Run.Kind) async throws {
    let id = try await runs.start(kind, store: Demo.storeName, by: Self.by)
    _ = try await runs.wait(id, store: Demo.storeName)
  }
}
