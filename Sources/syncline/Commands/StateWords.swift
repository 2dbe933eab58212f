import SyncCore
import SyncInspection

// The words of the pages for states; JSON has the raw values.

extension OperationState {
  var words: String {
    switch self {
    case .failed: "rejected"
    case .unknown: "outcome unknown"
    case .pending, .sending, .conflict, .blocked: rawValue
    }
  }
}

extension ErrorKind {
  var words: String {
    switch self {
    case .failed: "rejected"
    case .unknown: "outcome unknown"
    case .conflict: rawValue
    }
  }
}

extension RowState {
  func words(deleted: Bool) -> String {
    let words = self == .failed ? "rejected" : rawValue
    return !deleted ? words : self == .synced ? "deleted" : "deleted, \(words)"
  }
}

extension ServerComparison.Result {
  var words: String {
    switch self {
    case .same, .different: rawValue
    case .missingOnServer: "missing on server"
    case .missingHere: "missing here"
    case .missingOnBoth: "missing here and on server"
    }
  }
}
