import Localization
import Support
import SyncCore

extension ConflictRule.Choice {
  /// The choice as a list offers it.
  var label: String {
    switch self {
    case .keepLocal: localized("Keep local")
    case .takeServer: localized("Take server")
    case .newest: localized("Newest")
    case .larger: localized("Larger")
    case .sum: localized("Sum")
    case .union: localized("Union of lists")
    case .ask: localized("Ask")
    }
  }

  /// The choice before the value that it led to.
  var word: String {
    switch self {
    case .keepLocal: localized("keep local")
    case .takeServer: localized("take server")
    case .newest: localized("newest")
    case .larger: localized("larger")
    case .sum: localized("sum")
    case .union: localized("union of lists")
    case .ask: localized("ask")
    }
  }

  /// What it does, behind a colon.
  fileprivate var words: String {
    switch self {
    case .keepLocal: localized("keep the value of this store")
    case .takeServer: localized("take the server’s value")
    case .newest: localized("take the newest change")
    case .larger: localized("take the larger value")
    case .sum: localized("add up both changes")
    case .union: localized("merge both lists")
    case .ask: localized("ask")
    }
  }
}

extension ConflictRule.NullHandling {
  var label: String {
    switch self {
    case .ask: localized("Ask")
    case .takeOther: localized("Take the other")
    }
  }
}

extension ConflictRule {
  /// The column, or what stands for all others.
  var subject: String { column ?? localized("All other columns") }

  /// `due: take the newest change`.
  var sentence: String {
    let rule = "\(subject): \(choice.words)"
    return choice.minds(ifNull)
      ? localized("\(rule); if one side is NULL, take the other") : rule
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
    guard let reason = openWords else {
      return localized("The conflict rules would resolve it, but only a push applies them.")
    }
    return localized("The conflict rules did not resolve it: \(reason).")
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
      column.map { column in localized("no rule for \(column)") }
        ?? localized("no rule for changes to different columns or deletions")
    case .ruleAsks: localized("the rule says so")
    case .oneSideIsNull: localized("one side is NULL")
    case .valueDoesNotFit:
      switch rule?.choice {
      case .union: localized("a value is not a list")
      case .sum: localized("a value is not a number")
      default: localized("a value is not a number or date")
      }
    case .noBase: localized("the last synced value is unknown")
    case .noTime: localized("the time of a change is unknown")
    case .sameTime: localized("both sides changed at the same time")
    case .tooManyDigits: localized("the sum has too many digits")
    case .deletion: localized("one side deleted the row")
    case .noServerCopy: localized("the server’s version is not loaded")
    case .furtherOperations: localized("another change of the row is queued")
    }
  }
}
