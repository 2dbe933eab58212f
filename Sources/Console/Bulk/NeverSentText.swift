/// What is said of rows that leave the store with their insert, for the server never had them.
enum NeverSentText {
  /// Before rows go of which the server has none.
  static func allGo(_ count: Int) -> String {
    count == 1
      ? "It was never sent, so it is removed from this store and does not go to the trash."
      : "They were never sent, so they are removed from this store and do not go to the trash."
  }

  /// Before rows go of which the server has others.
  static func someGo(_ count: Int) -> String {
    let them =
      count == 1
      ? "1 that was never sent is removed from"
      : "\(Format.number(count)) that were never sent are removed from"
    return "\(them) this store and \(count == 1 ? "does" : "do") not go to the trash."
  }

  /// After `count` of `rows` went; empty when none did.
  static func done(_ count: Int, of rows: Int, canUndo: Bool) -> String {
    guard count > 0 else { return "" }
    let isOne = count == 1
    let whose =
      count == rows
      ? "Never sent, so"
      : "\(Format.number(count)) of them \(isOne ? "was" : "were") never sent, so"
    let it = isOne ? "it is" : "they are"
    let back =
      canUndo
      ? "You can undo this."
      : "Only \(isOne ? "its" : "their") history is left."
    return "\(whose) \(it) not in the trash. \(back)"
  }
}
