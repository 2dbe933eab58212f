import RemoteHTTP
import SyncCore

/// What responses and failures mean for a change or a read.
extension CloudKitConnection {
  // MARK: Writes

  /// - Parameter response: The part of an answer that is about one record, or a refused request.
  func result(of change: Change, _ response: RemoteResponse) -> SendResult {
    client.result(outcome(of: change, response), response)
  }

  private func outcome(of change: Change, _ response: RemoteResponse) -> SendOutcome {
    let creates = change.kind == .insert || change.kind == .undelete
    return switch response.errorCode {
    case "EXISTS": .exists(nil)
    // Some servers say so of a name that is taken.
    case "CONFLICT": creates ? .exists(nil) : .conflict(nil)
    case "NOT_FOUND" where !creates: .missing
    default: client.outcome(of: response)
    }
  }

  /// What the failure of a whole request means for each of its changes.
  func result(of change: Change, _ failure: CallFailure) -> SendResult {
    switch failure {
    case .transport(let error): client.result(error)
    case .noToken(let detail):
      SendResult(.unauthorized, answer: ServerAnswer(status: 401, message: detail))
    case .refused(let response): result(of: change, response)
    }
  }

  // MARK: Reads

  func error(_ failure: CallFailure) -> RemoteError {
    switch failure {
    case .transport(let error): client.error(error)
    case .noToken(let detail): .unauthorized(host: client.host, detail: detail)
    case .refused(let response): error(response)
    }
  }

  /// Every answer has a code, or its status in place of one, for a reason.
  func error(_ response: RemoteResponse) -> RemoteError {
    client.error(response, configuration.container)
  }
}
