/// What a template shows: texts and sections by name.
///
/// A section is shown once per item, inside an item the names of the outer dictionaries are known
/// too. A section that was not mentioned is hidden; a text that was not set is an error.
public struct TemplateDictionary: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  enum Entry: Sendable, Equatable {
    case text(String)
    case section([TemplateDictionary])
  }

  private(set) var entries: [(name: String, entry: Entry)] = []

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    entries = elements.map { ($0.0, .text($0.1)) }
  }

  /// Sets the text shown at `{{NAME}}`; it is escaped for the place where it stands.
  public mutating func set(_ name: String, _ text: String) { entries.append((name, .text(text))) }

  /// Shows the section `name` with `{{NAME}}` inside it as `text`; hides it for nil.
  public mutating func set(_ name: String, ifAny text: String?) {
    entries.append((name, .section(text.map { [[name: $0]] } ?? [])))
  }

  /// Shows the section once, or hides it.
  public mutating func show(_ section: String, if isShown: Bool = true) {
    entries.append((section, .section(isShown ? [TemplateDictionary()] : [])))
  }

  /// Shows the section once more, with `item`.
  public mutating func add(_ section: String, _ item: TemplateDictionary) {
    entries.append((section, .section([item])))
  }

  /// Shows the section once per item; an empty list hides it.
  public mutating func add(_ section: String, list items: [TemplateDictionary]) {
    entries.append((section, .section(items)))
  }

  /// Adds everything that `other` has.
  public mutating func merge(_ other: TemplateDictionary) { entries += other.entries }

  public static func == (left: TemplateDictionary, right: TemplateDictionary) -> Bool {
    left.entries.count == right.entries.count
      && zip(left.entries, right.entries).allSatisfy { $0.name == $1.name && $0.entry == $1.entry }
  }

  /// The names of texts and sections at this level.
  public var ownNames: Set<String> { Set(entries.map(\.name)) }

  /// Every name of texts and sections, those of the items included.
  public var names: Set<String> {
    var names: Set<String> = []
    for (name, entry) in entries {
      names.insert(name)
      if case .section(let items) = entry { for item in items { names.formUnion(item.names) } }
    }
    return names
  }

  /// Appends the form that the C side reads.
  func encode(into bytes: inout [UInt8]) {
    append(entries.count, to: &bytes)
    for (name, entry) in entries {
      switch entry {
      case .text(let text):
        bytes.append(0)
        append(name, to: &bytes)
        append(text, to: &bytes)
      case .section(let items):
        bytes.append(1)
        append(name, to: &bytes)
        append(items.count, to: &bytes)
        for item in items { item.encode(into: &bytes) }
      }
    }
  }
}

private func append(_ count: Int, to bytes: inout [UInt8]) {
  withUnsafeBytes(of: UInt32(count)) { bytes.append(contentsOf: $0) }
}

private func append(_ text: String, to bytes: inout [UInt8]) {
  append(text.utf8.count, to: &bytes)
  bytes.append(contentsOf: text.utf8)
}
