import Support

/// Names and values of a query string or a form, decoded, in order; a name may stand repeatedly.
public struct QueryItems: Sendable, Hashable {
  public struct Item: Sendable, Hashable {
    public var name: String
    public var value: String

    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  /// Reads `a=1&b=2`; nil when a percent sequence is broken or there are more than `itemsMax`.
  public init?(decoding text: some StringProtocol, itemsMax: Int = 10_000) {
    items = []
    guard !text.isEmpty else { return }
    for part in text.split(separator: "&") {
      guard items.count < itemsMax else { return nil }
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = PercentEncoding.decode(pair[0], plusIsBlank: true),
        let value = PercentEncoding.decode(pair.count > 1 ? pair[1] : "", plusIsBlank: true)
      else { return nil }
      items.append(Item(name, value))
    }
  }

  /// The first value; setting replaces all in place of the first, nil removes them.
  public subscript(name: String) -> String? {
    get { items.first { $0.name === name }?.value }
    set {
      let position = items.firstIndex { $0.name === name }
      items.removeAll { $0.name === name }
      if let newValue { items.insert(Item(name, newValue), at: position ?? items.count) }
    }
  }

  public func values(_ name: String) -> [String] {
    items.filter { $0.name === name }.map(\.value)
  }

  public mutating func add(_ name: String, _ value: String) { items.append(Item(name, value)) }

  public var isEmpty: Bool { items.isEmpty }

  /// `a=1&b=2`, percent-encoded.
  public var encoded: String {
    var text = ""
    for item in items {
      if !text.isEmpty { text += "&" }
      text += PercentEncoding.encodeQuery(item.name)
      text += "="
      text += PercentEncoding.encodeQuery(item.value)
    }
    return text
  }
}
