/// What a template shows: texts and sections by name.
///
/// A section is shown once per item, inside an item the names of the outer dictionaries are known
/// too. A section that was not mentioned is hidden; a text that was not set is an error.
///
/// Everything is written down at once as the C side reads it, so that a page of thousands of values
/// is a handful of buffers.
public struct TemplateDictionary: Sendable, ExpressibleByDictionaryLiteral {
  /// The entries one after the other, and behind them room for more; their form stands in
  /// `ctemplate_shim.cpp`.
  private var buffer: [UInt8] = []
  /// How much of the buffer is written.
  private var count = 0

  enum Kind: UInt8 {
    case text, section
  }

  public init() {}

  public init(dictionaryLiteral elements: (String, String)...) {
    let head = 2 + MemoryLayout<UInt32>.size
    let size = elements.reduce(0) { $0 + head + $1.0.utf8.count + $1.1.utf8.count }
    if size > 0 { grow(to: size) }
    for (name, text) in elements { set(name, text) }
  }

  /// Sets the text shown at `{{NAME}}`; it is escaped for the place where it stands.
  public mutating func set(_ name: String, _ text: String) {
    var text = text
    text.withUTF8 { append(.text, name, size: $0.count, content: UnsafeRawBufferPointer($0)) }
  }

  /// Shows the section `name` with `{{NAME}}` inside it as `text`; hides it for nil.
  public mutating func set(_ name: String, ifAny text: String?) {
    guard let text else { return hide(name) }
    add(name) { $0.set(name, text) }
  }

  /// Shows the section once, or hides it.
  public mutating func show(_ section: String, if isShown: Bool = true) {
    guard isShown else { return hide(section) }
    add(section) { _ in }
  }

  /// Hides the section, also where an outer one of the same name is shown.
  private mutating func hide(_ section: String) {
    append(.section, section, size: 0)
  }

  /// Shows the section once more, with `item`.
  public mutating func add(_ section: String, _ item: TemplateDictionary) {
    add(section, list: [item])
  }

  /// Shows the section once per item; an empty list hides it.
  public mutating func add(_ section: String, list items: [TemplateDictionary]) {
    var size = items.count * MemoryLayout<UInt32>.size
    for item in items { size += item.count }
    append(.section, section, size: size)
    for item in items {
      append(size: item.count)
      append(item)
    }
  }

  /// Shows the section once more, with what `fill` sets.
  @inlinable
  public mutating func add(_ section: String, _ fill: (inout TemplateDictionary) -> Void) {
    let items = beginSection(section)
    let item = reserveSize()
    fill(&self)
    settle(sizeAt: item)
    settle(sizeAt: items)
  }

  /// Shows the section once per element, with what `fill` sets for it; no element hides it.
  ///
  /// The items are written in place, which makes it the quickest for long lists.
  @inlinable
  public mutating func add<Element>(
    _ section: String, each elements: [Element],
    _ fill: (inout TemplateDictionary, Element) -> Void
  ) {
    let items = beginSection(section)
    // By index: a loop over the elements would copy each.
    for index in elements.indices {
      let item = reserveSize()
      fill(&self, elements[index])
      settle(sizeAt: item)
    }
    settle(sizeAt: items)
  }

  /// Adds everything that `other` has.
  public mutating func merge(_ other: TemplateDictionary) { append(other) }

  // MARK: - Writing

  /// Writes an entry, or its beginning.
  private mutating func append(
    _ kind: Kind, _ name: String, size: Int,
    content: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0)
  ) {
    var name = name
    name.withUTF8 { name in
      precondition(name.count <= UInt8.max, "a name is longer than any name of a template")
      let head = 2 + name.count + MemoryLayout<UInt32>.size
      write(head + content.count) { entry in
        entry[0] = kind.rawValue
        entry[1] = UInt8(name.count)
        UnsafeMutableRawBufferPointer(rebasing: entry[2...]).copyMemory(
          from: UnsafeRawBufferPointer(name))
        entry.storeBytes(of: UInt32(size), toByteOffset: 2 + name.count, as: UInt32.self)
        UnsafeMutableRawBufferPointer(rebasing: entry[head...]).copyMemory(from: content)
      }
    }
  }

  private mutating func append(size: Int) {
    write(MemoryLayout<UInt32>.size) { $0.storeBytes(of: UInt32(size), as: UInt32.self) }
  }

  private mutating func append(_ other: TemplateDictionary) {
    other.withBytes { bytes in write(bytes.count) { $0.copyMemory(from: bytes) } }
  }

  /// Lets `fill` write the next bytes.
  @inline(__always)
  private mutating func write(_ size: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let end = count + size
    if end > buffer.count { grow(to: end) }
    buffer.withUnsafeMutableBytes { fill(UnsafeMutableRawBufferPointer(rebasing: $0[count..<end])) }
    count = end
  }

  @inline(never)
  private mutating func grow(to size: Int) {
    let room = max(size, 2 * buffer.count, 64)
    buffer = [UInt8](unsafeUninitializedCapacity: room) { [buffer] bytes, initialized in
      // What a buffer of this size has room for anyway.
      initialized = bytes.count
      UnsafeMutableRawBufferPointer(bytes).copyBytes(from: buffer)
      bytes[buffer.count...].initialize(repeating: 0)
    }
  }

  /// The entries as the C side reads them.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    buffer.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
  }

  @usableFromInline
  mutating func beginSection(_ name: String) -> Int {
    append(.section, name, size: 0)
    return count
  }

  /// Leaves a place for a size that is known later.
  @usableFromInline
  mutating func reserveSize() -> Int {
    append(size: 0)
    return count
  }

  /// Writes how much came since the place was left.
  @usableFromInline
  mutating func settle(sizeAt start: Int) {
    let size = UInt32(count - start)
    buffer.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(
        of: size, toByteOffset: start - MemoryLayout<UInt32>.size, as: UInt32.self)
    }
  }
}

extension TemplateDictionary: Equatable {
  public static func == (one: TemplateDictionary, other: TemplateDictionary) -> Bool {
    one.buffer[..<one.count] == other.buffer[..<other.count]
  }
}

extension TemplateDictionary {
  /// The names of texts and sections at this level.
  public var ownNames: Set<String> {
    var names: Set<String> = []
    var rest = buffer[..<count]
    while !rest.isEmpty {
      // Behind the kind stand the name's length, the name, and the length of the rest.
      let count = Int(rest[rest.startIndex + 1])
      rest = rest.dropFirst(2)
      names.insert(String(decoding: rest.prefix(count), as: UTF8.self))
      rest = rest.dropFirst(count)
      let size = rest.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
      rest = rest.dropFirst(MemoryLayout<UInt32>.size + Int(size))
    }
    return names
  }
}
