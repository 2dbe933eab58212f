import JSONKit
import TestSupport

/// Somebody who writes to the service without a client.
struct Rival: Sendable {
  private let service: any SimulatedService
  private let plan: HistoryPlan

  init(_ service: any SimulatedService, _ plan: HistoryPlan) {
    self.service = service
    self.plan = plan
  }

  /// A row of the history; where the server gives ids, one that it has, or a new one.
  private func pick(_ random: inout SplitMix64) -> String {
    let number = Int(random.next() % plan.rows)
    guard service.assignsIDs else { return "r\(number)" }
    let names = service.rows.keys.sorted()
    return names.indices.contains(number) ? names[number] : "new"
  }

  private func tag() -> String { "rival-\(service.commits.count)" }

  /// Inserts, changes, deletes or undeletes a random row.
  @discardableResult
  func write(_ random: inout SplitMix64) async -> String {
    let id = pick(&random)
    let row = service.rows[id]
    switch (row?.isDeleted, random.next() % 6) {
    case (nil, _):
      await service.write(id, ["w": .string(tag()), "m": .string(tag() + "m"), "n": 1])
      return "rival inserts \(id)"
    case (true?, _):
      await service.undelete(id)
      return "rival undeletes \(id)"
    case (false?, 0):
      await service.delete(id)
      return "rival deletes \(id)"
    case (false?, 1...2):
      await service.write(id, ["m": .string(tag())])
      return "rival changes m of \(id)"
    case (false?, _):
      await service.write(
        id, ["w": .string(tag()), "n": .integer(Int64(random.next() % 5))])
      return "rival changes w and n of \(id)"
    }
  }

  /// Removes a row behind the service's back.
  func remove(_ random: inout SplitMix64, insertsAgain: Bool) async throws -> String {
    let id = pick(&random)
    try await service.removeFromDatabase(id)
    guard insertsAgain else { return "\(id) removed" }
    await service.write(id, ["w": .string(tag()), "m": .string(tag() + "m"), "n": 1])
    return "\(id) removed and inserted"
  }

  func addColumn(_ random: inout SplitMix64) async -> String {
    let id = pick(&random)
    guard let row = service.rows[id], !row.isDeleted else { return "no row for a column" }
    await service.write(id, ["x\(random.next() % 3)": .string("new")])
    return "a column is added by \(id)"
  }
}
