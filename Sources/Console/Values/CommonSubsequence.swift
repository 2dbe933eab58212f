import Support

/// The longest list of items that stand exactly once in both of two lists, and in the same order.
///
/// Quick however long the lists are: the time grows little faster than their length.
struct CommonSubsequence {
  struct Place {
    var old: Int
    var new: Int
  }

  /// From the first to the last.
  let places: [Place]

  init(_ old: [String], _ new: [String]) {
    let inNew = Self.single(new)
    let shared = Self.single(old).compactMap { item, place in
      inNew[item].map { Place(old: place, new: $0) }
    }
    places = Self.rising(shared.sorted { $0.old < $1.old })
  }

  /// Where the items stand that come once.
  private static func single(_ items: [String]) -> UTF8Dictionary<Int> {
    var places: UTF8Dictionary<Int> = [:]
    for (place, item) in items.enumerated() {
      places[item] = places[item] == nil ? place : -1
    }
    return places.filter { $0.value >= 0 }
  }

  /// The longest part whose places rise in the new list too.
  ///
  /// Keeps, of each length, the part that ends earliest: the next place goes behind the longest that
  /// ends before it.
  private static func rising(_ places: [Place]) -> [Place] {
    var ends: [Int] = []
    var before = [Int?](repeating: nil, count: places.count)
    for (index, place) in places.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if places[ends[middle]].new < place.new { low = middle + 1 } else { high = middle }
      }
      before[index] = low > 0 ? ends[low - 1] : nil
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    var found: [Place] = []
    var next = ends.last
    while let index = next {
      found.append(places[index])
      next = before[index]
    }
    return found.reversed()
  }
}
