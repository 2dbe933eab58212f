package import SyncCore

extension SendResult {
  package static var cancelledUnsent: SendResult {
    SendResult(.unreachable("cancelled before it was sent"))
  }

  /// A change that can't be sent as it is; `reason` is a whole sentence.
  package static func unsendable(_ reason: String) -> SendResult {
    SendResult(.refused, answer: ServerAnswer(status: 0, message: reason))
  }
}

extension Remote {
  /// The results of a batch, where a nil is a change that has to go alone.
  package func completed(_ results: [SendResult?], _ changes: [Change]) async -> [SendResult] {
    var complete: [SendResult] = []
    for (change, result) in zip(changes, results) {
      if let result {
        complete.append(result)
      } else {
        complete.append(await send(change))
      }
    }
    return complete
  }
}
