import JSONKit
import Localization
import SQLiteKit
import Support

/// What the store knows of an answer beyond the answer itself.
extension OutcomeRecorder {
  /// The outcome, unless the store knows better what the answer showed.
  func believed(
    _ one: FinishedOperation, _ operation: StoredOperation
  ) throws -> PushOutcome {
    guard case .done(let answer?) = one.outcome, try isAnotherRow(answer, one.flight, operation)
    else { return one.outcome }
    return .failed(
      .unsettled(localized("The server answered with the id of another row, \(answer.id)")))
  }

  /// True when the id that the server gave to an insert names a row that is here already and is
  /// not the inserted one, which a pull may have brought before the answer came.
  ///
  /// The inserted row carries its first id in one of its columns, or has at least its values.
  private func isAnotherRow(
    _ answer: Record, _ flight: InFlightOperation, _ operation: StoredOperation
  ) throws -> Bool {
    if case .found = flight.trace { return false }
    guard flight.remoteAssignsIDs, operation.kind == .insert,
      answer.id !== operation.itemID,
      let schema = try Catalogue.table(operation.table, on: db),
      let row = try RowStore.fetch(answer.id, in: schema, on: db)
    else { return false }
    let isMarked = row.values.contains { $0.value == .string(operation.itemID) }
    return !isMarked && !row.holds(flight.change.expectedValues)
  }

  /// True for an insert that was sent once more after a request that may have made the row.
  func isResentInsert(_ operation: StoredOperation, _ flight: InFlightOperation) throws -> Bool {
    guard operation.kind == .insert else { return false }
    if flight.isInsertedAgain { return true }
    guard operation.attempts > 1 else { return false }
    let sent = try AttemptStore.of(operation.id, on: db).filter(\.wasSent)
    return sent.dropLast().contains { $0.mayHaveArrived }
  }
}
