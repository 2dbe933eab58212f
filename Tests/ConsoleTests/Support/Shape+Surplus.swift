import JSONKit

@testable import Console

extension Shape {
  /// The first member of `value` that the shape does not name, as the beginning of a sentence.
  ///
  /// - Parameter value: One that fits the shape.
  func surplus(in value: JSONValue, at place: String) -> String? {
    switch self {
    case .orNull(let shape): value.isNull ? nil : shape.surplus(in: value, at: place)
    case .list(let shape):
      (value.array ?? []).lazy.compactMap { shape.surplus(in: $0, at: "an item of \(place)") }.first
    case .either(let shapes):
      surplus(in: value, of: shapes.filter { $0.objection(to: value, at: place) == nil }, at: place)
    case .named(let name):
      Shapes.named.first { $0.0 == name }.flatMap { $0.1.surplus(in: value, at: place) }
    case .object, .sometimes, .all: members.flatMap { surplus(in: value, beside: $0, at: place) }
    case .text, .word, .integer, .boolean, .any, .map: nil
    }
  }

  /// Nil when one of `shapes` names everything.
  private func surplus(in value: JSONValue, of shapes: [Shape], at place: String) -> String? {
    let found = shapes.map { $0.surplus(in: value, at: place) }
    return found.contains(nil) ? nil : found.first ?? nil
  }

  private func surplus(
    in value: JSONValue, beside members: [(String, Shape)], at place: String
  ) -> String? {
    for (name, member) in value.object ?? JSONObject() {
      guard let shape = members.first(where: { $0.0 == name })?.1 else {
        return "\(place) has \(name)"
      }
      if let found = shape.surplus(in: member, at: "\(name) of \(place)") { return found }
    }
    return nil
  }

  /// What the shape names, of all its parts; nil where any member is one.
  private var members: [(String, Shape)]? {
    switch self {
    case .object(let members), .sometimes(let members): members
    case .all(let shapes):
      shapes.reduce([] as [(String, Shape)]?) { all, shape in
        all.flatMap { all in shape.members.map { all + $0 } }
      }
    case .named(let name): Shapes.named.first { $0.0 == name }?.1.members
    default: nil
    }
  }
}
