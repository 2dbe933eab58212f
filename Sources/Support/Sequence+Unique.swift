extension Sequence where Element: Hashable {
  /// Each element once, in the order in which they came first.
  public var unique: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}
