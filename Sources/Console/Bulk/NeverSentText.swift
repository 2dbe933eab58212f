/// What is said of rows that leave the store with their insert, for the server never had them.
enum NeverSentText {
  /// Before rows go of which the server has none.
  static func allGo(_ count: Int) -> String {
    count == 1
      ? "It leaves this store at once and is in no trash, for the server never had it."
      : "They leave this store at once and are in no trash, for the server never had them."
  }

  /// Before rows go of which the server has others.
  static func someGo(_ count: Int) -> String {
    let them =
      count == 1
      ? "The 1 that was never sent leaves"
      : "The \(Format.number(count)) that were never sent leave"
    return "\(them) this store and \(count == 1 ? "is" : "are") in no trash."
  }

  /// After `count` of `rows` went; empty when none did.
  static func done(_ count: Int, of rows: Int, canUndo: Bool) -> String {
    guard count > 0 else { return "" }
    let isOne = count == 1
    let whose =
      count == rows
      ? "The server never had \(isOne ? "it" : "them"): nothing is sent, and"
      : "\(Format.number(count)) of them \(isOne ? "was" : "were") never sent:"
    let it = isOne ? "it is" : "they are"
    let back =
      canUndo
      ? "Undo brings \(isOne ? "it" : "them") back."
      : "Only \(isOne ? "its" : "their") history is left."
    return "\(whose) \(it) in no trash. \(back)"
  }
}
