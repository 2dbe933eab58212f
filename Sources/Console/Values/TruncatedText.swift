/// A long text without its middle.
struct TruncatedText {
  let start: String
  /// How many characters stand between the two ends.
  let leftOut: Int
  let end: String

  /// Fewer than these are not worth leaving out.
  private static let leftOutMin = 240
  /// An end is this much shorter at most, to stop between two words.
  private static let wordMax = 24

  /// Nil for a text that is not much longer than both ends.
  ///
  /// - Parameters:
  ///   - head: How many characters stay at the start, about.
  ///   - tail: How many stay at the end.
  init?(_ text: String, head: Int, tail: Int) {
    // Bytes first: counting characters takes a while.
    guard text.utf8.count >= head + tail + Self.leftOutMin else { return nil }
    let count = text.count
    guard count >= head + tail + Self.leftOutMin else { return nil }
    let start = Self.whole(text.prefix(head))
    let end = Self.whole(text.suffix(tail).reversed()).reversed()
    self.start = String(start)
    self.end = String(end)
    leftOut = count - start.count - end.count
  }

  /// Up to the last blank, where there is one near the end.
  private static func whole(_ characters: some BidirectionalCollection<Character>) -> [Character] {
    let characters = Array(characters)
    guard let blank = characters.lastIndex(where: \.isWhitespace),
      characters.count - blank <= wordMax
    else { return characters }
    return Array(characters[...blank])
  }
}
