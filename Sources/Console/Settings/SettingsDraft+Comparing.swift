import JSONKit
import Support

extension SettingsDraft {
  /// Changes whenever the settings do; the same in every process.
  static func fingerprint(_ settings: JSONObject?) -> String {
    guard let settings else { return "" }
    // FNV-1a: what is told apart are the versions of one small file.
    let hash = JSONValue.object(settings).serialized.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// Every setting that differs, with both sides as text; nil where one has none.
  func differences(
    from other: JSONObject
  ) -> [(path: String, theirs: String?, ours: String?)] {
    let (theirs, ours) = (Self.leaves(.object(other)), Self.leaves(.object(settings)))
    var paths = theirs.map(\.path)
    for leaf in ours where !paths.contains(leaf.path) { paths.append(leaf.path) }
    return paths.compactMap { path in
      let their = theirs.first { $0.path == path }?.text
      let our = ours.first { $0.path == path }?.text
      return their == our ? nil : (path, their, our)
    }
  }

  /// The values at these paths, of all items where one is in a list.
  func texts(at paths: [String]) -> [String] {
    let leaves = Self.leaves(.object(settings)).map { leaf in
      let names = leaf.path.split(separator: ".").filter { Int($0) == nil }
      return (path: names.joined(separator: "."), text: leaf.text)
    }
    return paths.flatMap { path in
      leaves.filter { $0.path === path && !$0.text.isEmpty }.map(\.text)
    }
  }

  /// Every setting that has a value, by its path, with the value as a form has it.
  static func leaves(
    _ value: JSONValue, at path: String = ""
  ) -> [(path: String, text: String)] {
    let join = { (name: String) in path.isEmpty ? name : "\(path).\(name)" }
    switch value {
    case .object(let object): return object.flatMap { leaves($0.value, at: join($0.name)) }
    case .array(let items): return items.enumerated().flatMap { leaves($1, at: join("\($0)")) }
    case .string(let text): return [(path, text)]
    default: return [(path, value.serializedText)]
    }
  }
}
