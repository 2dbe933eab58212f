package import SyncCore

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
