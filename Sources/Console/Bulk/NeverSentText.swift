import Localization

/// What is said of rows that leave the store with their insert, for the server never had them.
enum NeverSentText {
  /// Before rows go of which the server has none.
  static func allGo(_ count: Int) -> String {
    count == 1
      ? localized(
        "It was never sent, so it is removed from this store and does not go to the trash.")
      : localized(
        "They were never sent, so they are removed from this store and do not go to the trash.")
  }

  /// Before rows go of which the server has others.
  static func someGo(_ count: Int) -> String {
    count == 1
      ? localized(
        "1 row was never sent: it is removed from this store and does not go to the trash.")
      : localized(
        "\(Format.number(count)) rows were never sent: they are removed from this "
          + "store and do not go to the trash.")
  }

  /// After `count` of `rows` went; empty when none did.
  static func done(_ count: Int, of rows: Int, canUndo: Bool) -> String {
    guard count > 0 else { return "" }
    let isOne = count == 1
    let what =
      switch (count == rows, isOne) {
      case (true, true): localized("Never sent, so it is not in the trash.")
      case (true, false): localized("Never sent, so they are not in the trash.")
      case (false, true): localized("1 of them was never sent, so it is not in the trash.")
      case (false, false):
        localized(
          "\(Format.number(count)) of them were never sent, so they are not in the trash.")
      }
    if canUndo { return what + sentenceSpace + localized("You can undo this.") }
    return what + sentenceSpace
      + (isOne ? localized("Only its history is left.") : localized("Only their history is left."))
  }
}
