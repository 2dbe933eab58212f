/// Why a push does not send an operation now.
package enum BlockReason: Sendable, Hashable {
  /// The server rejected it with this status, and nobody decided yet.
  case openError(status: Int?)
  /// It is in conflict with the server's row.
  case openConflict
  /// An earlier operation of the same row is sent first.
  case earlierOperation(Int64)
  /// A push sends it at this moment.
  case inFlight
  /// Its row refers to a new row that the server does not have yet.
  case unsentRow(RowReference)
  /// Its row refers to itself, or to a new row that refers back.
  case circularReference(RowReference)
  /// Its row refers to one that was made here and is gone.
  case brokenReference(RowReference)
  /// Its row is not in the store.
  case noLocalRow

  /// The reason without its details; what a person can settle comes first.
  package enum Code: String, Sendable, CaseIterable {
    case openError = "open-error"
    case openConflict = "open-conflict"
    case circularReference = "circular-reference"
    case brokenReference = "broken-reference"
    case noLocalRow = "no-local-row"
    case unsentRow = "unsent-row"
    case earlierOperation = "earlier-operation"
    case inFlight = "in-flight"
  }

  package var code: Code {
    switch self {
    case .openError: .openError
    case .openConflict: .openConflict
    case .earlierOperation: .earlierOperation
    case .inFlight: .inFlight
    case .unsentRow: .unsentRow
    case .circularReference: .circularReference
    case .brokenReference: .brokenReference
    case .noLocalRow: .noLocalRow
    }
  }
}

extension BlockReason {
  init(_ reference: UnsentReference) {
    switch reference {
    case .waiting(let row): self = .unsentRow(row)
    case .circular(let row): self = .circularReference(row)
    case .broken(let row): self = .brokenReference(row)
    }
  }
}
