import Support

/// The order in which the tables of a push take their turns.
///
/// Tables of one level go side by side; a level begins when nothing of the one before can be sent.
package struct TableDependencyOrder: Sendable, Equatable {
  /// The tables of each level; the first also has every table that is named nowhere.
  package private(set) var later: [[String]] = []
  private let dependsOn: UTF8Dictionary<[String]>

  /// A circle of tables that depend on each other counts as one wish too many and is cut.
  package init(_ settings: StoreSettings) {
    let dependsOn = UTF8Dictionary(
      settings.tables.map { ($0.name, $0.dependsOn) }, uniquingKeysWith: { first, _ in first })
    self.dependsOn = dependsOn
    var depths: UTF8Dictionary<Int> = [:]
    func depth(_ table: String, _ path: UTF8Set) -> Int {
      if let known = depths[table] { return known }
      let parents = (dependsOn[table] ?? []).filter { !path.contains($0) && $0 !== table }
      let depth = parents.map { depth($0, path.union([table])) + 1 }.max() ?? 0
      depths[table] = depth
      return depth
    }
    for table in dependsOn.keys.sorted() {
      let depth = depth(table, [])
      guard depth > 0 else { continue }
      while later.count < depth { later.append([]) }
      later[depth - 1].append(table)
    }
  }

  var count: Int { later.count + 1 }

  /// Tables of an earlier level that `table` depends on, directly or by way of others.
  package func before(_ table: String) -> [String] {
    let level = level(of: table)
    var found: UTF8Set = []
    var open = dependsOn[table] ?? []
    while let next = open.popLast() {
      guard self.level(of: next) < level, found.insert(next).inserted else { continue }
      open += dependsOn[next] ?? []
    }
    return found.sorted()
  }

  private func level(of table: String) -> Int {
    later.firstIndex { $0.contains(table) }.map { $0 + 1 } ?? 0
  }

  /// Which tables take their turn at `level`.
  func filter(_ level: Int) -> TableFilter {
    level == 0 ? .allBut(later.flatMap { $0 }) : .only(later[level - 1])
  }
}

enum TableFilter: Sendable, Equatable {
  case only([String])
  case allBut([String])
}

extension TableFilter {
  func excluding(_ tables: UTF8Set) -> TableFilter {
    if tables.isEmpty { return self }
    return switch self {
    case .only(let names): .only(names.filter { !tables.contains($0) })
    case .allBut(let names): .allBut(names + tables.sorted())
    }
  }
}
