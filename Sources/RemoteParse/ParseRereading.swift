import JSONKit
import Support
import SyncCore

extension ParseRemote {
  /// Replaces the rows of accepted inserts and updates by what the server shows after the write.
  ///
  /// An answer holds the time of the write and no row. The row before it, with the change laid on,
  /// lacks what somebody else wrote between the reading and the writing, and what the server made of
  /// a value; under the version of the write it would pass for the server's row ever after.
  ///
  /// - Parameter changes: One for each of `results`.
  func reread(_ changes: [Change], _ results: [SendResult]) async -> [SendResult] {
    var results = results
    var wanted: UTF8Dictionary<[Int]> = [:]
    for (index, result) in results.enumerated() where changes[index].kind != .delete {
      guard case .accepted(_?) = result.outcome else { continue }
      wanted[changes[index].table, default: []].append(index)
    }
    for (table, indices) in wanted {
      let rows = await present(table, indices.compactMap { results[$0].outcome.acceptedID })
      for index in indices {
        guard case .accepted(let answered?) = results[index].outcome else { continue }
        let shown = rows?[answered.id]
        results[index].outcome = .accepted(trusted(changes[index], answered, shown: shown))
      }
    }
    return results
  }

  /// The server's rows by id; nil when they could not be read.
  private func present(_ table: String, _ ids: [String]) async -> UTF8Dictionary<Record>? {
    do {
      let found =
        ids.count == 1
        ? try await read(table, id: ids[0]).map { [$0] } ?? [] : try await read(table, ids: ids)
      return UTF8Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    } catch {
      return nil
    }
  }

  /// The row that an accepted write left.
  ///
  /// - Parameter answered: The row as the answer tells it, with the version of the write.
  private func trusted(_ change: Change, _ answered: Record, shown: Record?) -> Record {
    guard let shown else {
      // A new row that its maker may not read is nobody else's yet.
      if change.kind == .insert { return answered }
      var unknown = answered
      unknown.version = nil
      return unknown
    }
    // Cloud code compared the version, so a later one is a change that the next pull brings.
    if capabilities.contains(.checkedWrites), change.kind == .update,
      shown.version != answered.version
    {
      return answered
    }
    return shown
  }
}

extension SendOutcome {
  fileprivate var acceptedID: String? {
    if case .accepted(let record?) = self { record.id } else { nil }
  }
}
