import JSONKit

extension Shape {
  /// The first thing about `value` that the shape does not allow, as the beginning of a sentence.
  ///
  /// - Parameter place: What the value is called in it.
  func objection(to value: JSONValue, at place: String) -> String? {
    switch self {
    case .any: nil
    case .text: value.string == nil ? wrong(value, place, "a string") : nil
    case .integer: value.integer == nil ? wrong(value, place, "a whole number") : nil
    case .boolean: value.bool == nil ? wrong(value, place, "true or false") : nil
    case .map: value.object == nil ? wrong(value, place, "an object") : nil
    case .word(let words):
      value.string.map(words.contains) == true
        ? nil : wrong(value, place, "one of \(words.joined(separator: ", "))")
    case .orNull(let shape): value.isNull ? nil : shape.objection(to: value, at: place)
    case .list(let shape): objection(toItemsOf: value, shape, at: place)
    case .object(let members): objection(toMembersOf: value, members, at: place)
    case .sometimes(let members):
      objection(
        toMembersOf: value, members.filter { value[$0.0] != nil }, at: place)
    case .all(let shapes):
      shapes.lazy.compactMap { $0.objection(to: value, at: place) }.first
    case .either(let shapes):
      shapes.contains { $0.objection(to: value, at: place) == nil }
        ? nil : shapes.first?.objection(to: value, at: place)
    case .named(let name):
      Shapes.named.first { $0.0 == name }.map { $0.1.objection(to: value, at: place) }
        ?? "there is no shape \(name)"
    }
  }

  private func wrong(_ value: JSONValue, _ place: String, _ expected: String) -> String {
    "\(place) is \(value.kindName), and \(expected) is expected"
  }

  private func objection(toItemsOf value: JSONValue, _ shape: Shape, at place: String) -> String? {
    guard let items = value.array else { return wrong(value, place, "a list") }
    return items.lazy.compactMap { shape.objection(to: $0, at: "an item of \(place)") }.first
  }

  private func objection(
    toMembersOf value: JSONValue, _ members: [(String, Shape)], at place: String
  ) -> String? {
    guard let object = value.object else { return wrong(value, place, "an object") }
    for (name, shape) in members {
      guard let member = object[name] else { return "\(place) has no \(name)" }
      if let found = shape.objection(to: member, at: "\(name) of \(place)") { return found }
    }
    return nil
  }
}
