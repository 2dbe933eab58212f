import Support
import SyncCore

extension ConflictRule.Choice {
  /// The choice as a list offers it.
  var label: String {
    switch self {
    case .keepLocal: "Keep local"
    case .takeServer: "Take server"
    case .newest: "Newest"
    case .larger: "Larger"
    case .sum: "Sum"
    case .union: "Union of lists"
    case .ask: "Ask"
    }
  }

  /// What it does, behind a colon.
  fileprivate var words: String {
    switch self {
    case .keepLocal: "keep the value of this store"
    case .takeServer: "take the server’s value"
    case .newest: "take the newest change"
    case .larger: "take the larger value"
    case .sum: "add up both changes"
    case .union: "merge both lists"
    case .ask: "ask"
    }
  }
}

extension ConflictRule.NullHandling {
  var label: String {
    switch self {
    case .ask: "Ask"
    case .takeOther: "Take the other"
    }
  }
}

extension ConflictRule {
  /// The column, or what stands for all others.
  var subject: String { column ?? "All other columns" }

  /// `due: take the newest change`.
  var sentence: String {
    let ending = choice.minds(ifNull) ? "; if one side is NULL, take the other" : ""
    return "\(subject): \(choice.words)\(ending)"
  }
}

extension ConflictRule.Choice {
  fileprivate func minds(_ ifNull: ConflictRule.NullHandling) -> Bool {
    guard ifNull == .takeOther else { return false }
    return self == .larger || self == .sum || self == .union
  }
}

extension ConflictVerdict {
  /// Why a conflict of a table with rules waits, as a sentence.
  var whyItWaits: String {
    guard let openWords else {
      return "The conflict rules would resolve it, but only a push applies them."
    }
    return "The conflict rules left it to you: \(openWords)."
  }

  /// Why a conflict waits for a person, behind “Ask:”; nil for one that rules decide.
  var openWords: String? {
    guard let open else { return nil }
    let column = columns.first { $0.open == open }
    return open.words(column?.name, column?.rule)
  }
}

extension ConflictVerdict.OpenReason {
  /// - Parameters:
  ///   - column: The one that it is about; nil for the whole row.
  ///   - rule: The rule that could not decide.
  func words(_ column: String?, _ rule: ConflictRule?) -> String {
    switch self {
    case .noRule:
      column.map { "no rule for \($0)" } ?? "no rule for changes to different columns or deletions"
    case .ruleAsks: "the rule says so"
    case .oneSideIsNull: "one side is NULL"
    case .valueDoesNotFit:
      switch rule?.choice {
      case .union: "not both are lists"
      case .sum: "not both are numbers"
      default: "not both are numbers or dates"
      }
    case .noBase: "the last synced value is unknown"
    case .noTime: "the time of a change is unknown"
    case .sameTime: "both sides changed at the same time"
    case .tooManyDigits: "the sum has too many digits"
    case .deletion: "one side deleted the row"
    case .noServerCopy: "the server’s version is not loaded"
    case .furtherOperations: "another change of the row is queued"
    }
  }
}
