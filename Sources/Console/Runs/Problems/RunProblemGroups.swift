import ConsoleData
import Localization
import Support
import SyncCore
import SyncInspection

/// The problems of a run by cause, conflicts first, then the largest.
struct RunProblemGroups {
  let store: String
  let run: Run
  let aftermath: RunFollowUp

  private struct Key: Hashable {
    @UTF8Key var table: String
    var kind: ErrorKind
    var status: Int
    @UTF8Key var cause: String
  }

  var list: [AttentionItem] {
    let groups = Dictionary(grouping: run.report.problems) { problem in
      Key(
        table: problem.table, kind: problem.state, status: problem.status, cause: problem.cause)
    }
    return groups.sorted { Self.isBefore($0, $1) }.map { item($0.key, $0.value) }
  }

  private static func isBefore(
    _ left: (key: Key, value: [RunProblem]), _ right: (key: Key, value: [RunProblem])
  ) -> Bool {
    let ranks = [left, right].map { group in
      (
        group.key.kind == .conflict ? 0 : 1, -group.value.count,
        group.value.map(\.operationID).min() ?? 0
      )
    }
    return ranks[0] < ranks[1]
  }

  private func item(_ key: Key, _ problems: [RunProblem]) -> AttentionItem {
    let end = run.finishedAt ?? run.startedAt
    let group = ErrorGroup(
      table: key.table, kind: key.kind, status: key.status, cause: key.cause,
      count: problems.count, firstAt: end, lastAt: end, exampleID: problems[0].errorID)
    let open = problems.filter { aftermath.openErrors.contains($0.errorID) }
    let settled = problems.count { aftermath.queued[$0.operationID] == nil }
    let since =
      switch settled {
      case 0: ""
      case problems.count: localized("resolved since")
      default: localized("\(Format.number(settled)) resolved since")
      }
    var request = ErrorRequest(run: run.id, kind: key.kind)
    (request.table, request.status) = (key.table, key.status)
    let all = Links.with(Links.errors(store), request.items())
    return AttentionItem(
      group, open: open.count, [open.isEmpty ? "" : group.summary.detail, since],
      open.first.map { open.count == 1 ? Links.error(store, $0.errorID) : all })
  }
}

extension RunProblem {
  /// Without what names the row.
  fileprivate var cause: String {
    if isDeletedThere { return OperationError.deletedSince }
    return ErrorCause(table: table, itemID: itemID, status: status).text(of: message)
  }
}
