/// Filters of which a row matches at least one.
extension RowFilter {
  /// Numbers of groups.
  package static let groups = 1...9

  /// A condition's name in an address as one of the group `group`, such as `text__contains__or1`.
  package static func parameter(_ name: String, in group: Int) -> String { "\(name)__or\(group)" }

  /// `text__contains__or1` as `text__contains` and 1; nil for a name that ends in no group.
  package static func splitGroup(_ name: String) -> (name: String, group: Int)? {
    guard let group = groups.first(where: { name.hasSuffix(parameter("", in: $0)) }) else {
      return nil
    }
    return (String(name.dropLast(parameter("", in: group).count)), group)
  }
}

extension Sequence {
  /// The elements in lists, in the order of their first ones: those of one group together, every
  /// other one by itself.
  package func inGroups(_ group: (Element) -> Int?) -> [[Element]] {
    var lists: [[Element]] = []
    var places: [Int: Int] = [:]
    for element in self {
      if let number = group(element), let place = places[number] {
        lists[place].append(element)
        continue
      }
      if let number = group(element) { places[number] = lists.count }
      lists.append([element])
    }
    return lists
  }
}
