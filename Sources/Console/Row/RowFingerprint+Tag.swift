import SyncCore

extension RowFingerprint {
  /// - Parameter tag: With or without the quotes, and the mark of a weak one, that an `ETag` has in
  ///   its header.
  init(tag: String) {
    let quoted = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
    guard quoted.count > 1, quoted.first == "\"", quoted.last == "\"" else {
      self.init(rawValue: tag)
      return
    }
    self.init(rawValue: String(quoted.dropFirst().dropLast()))
  }
}
