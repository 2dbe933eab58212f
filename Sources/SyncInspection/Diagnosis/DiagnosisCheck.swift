internal import Localization
package import Support

/// One step of the answer to "why is this row stuck?".
package struct DiagnosisCheck: Sendable, Hashable {
  package enum Result: String, Sendable, Hashable, CaseIterable {
    case ok
    /// Stopped here.
    case no
    case warn
    /// An earlier step stops it.
    case skipped
    /// Nothing here can tell.
    case unknown
  }

  /// What a person can do about the first step that does not hold.
  package enum Fix: Sendable, Hashable {
    case goOnline
    /// Send this operation.
    case push(Int64)
    /// Send this operation before the end of a pause that the server asked for.
    case pushAnyway(Int64, until: Timestamp)
    /// Send everything that waits, for other tables go first.
    case pushAll
    /// Send this operation again, without waiting.
    case retry(Int64)
    /// Look at this error and choose.
    case decide(String)
    /// Look at this operation, which is in front.
    case look(Int64)
  }

  /// A step that others are put beside.
  package enum Code: Sendable, Hashable {
    /// The offline switch.
    case online
    /// The wait that the server asked for.
    case pause
  }

  /// What must hold, as a sentence.
  package var check: String
  package var result: Result
  package var evidence: String
  /// What was found, as a sentence: the check itself where it holds.
  package var finding: String
  /// Nil where nothing can be done about it here.
  package var fix: Fix?
  /// Nil for a step that nothing looks for.
  package var code: Code?

  package init(
    _ check: String, _ result: Result, _ evidence: String, finding: String? = nil,
    fix: Fix? = nil, code: Code? = nil
  ) {
    self.check = check
    self.result = result
    self.evidence = evidence
    self.finding = finding ?? check
    self.fix = fix
    self.code = code
  }
}

extension DiagnosisCheck {
  /// The same step behind one that stops.
  package var skipped: DiagnosisCheck {
    DiagnosisCheck(
      check, .skipped, localized("Not checked: an earlier check failed."), code: code)
  }
}
