/// A language of the console's pages.
public enum Language: String, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
  case japanese = "ja"
  case traditionalChinese = "zh-Hant"

  /// The tag of BCP 47, for `lang` and `Content-Language`.
  public var tag: String { rawValue }

  /// What its speakers call it.
  public var ownName: String {
    switch self {
    case .english: "English"
    case .german: "Deutsch"
    case .japanese: "日本語"
    case .traditionalChinese: "繁體中文"
    }
  }

  /// The plural categories of CLDR that whole numbers have in this language.
  public enum PluralCategory: String, Sendable, CaseIterable {
    case one, other
  }

  public var pluralCategories: [PluralCategory] {
    switch self {
    case .english, .german: [.one, .other]
    case .japanese, .traditionalChinese: [.other]
    }
  }

  public func pluralCategory(of count: Int) -> PluralCategory {
    count.magnitude == 1 && pluralCategories.contains(.one) ? .one : .other
  }

  /// What stands between thousands.
  public var groupingSeparator: Character { self == .german ? "." : "," }

  public var decimalSeparator: Character { self == .german ? "," : "." }

  /// The language that a range of RFC 4647 asks for: `de-AT` asks for German, and `zh-TW` for
  /// Traditional Chinese; nil for one that the console does not speak.
  public init?(range: some StringProtocol) {
    let parts = range.lowercased().split(separator: "-", omittingEmptySubsequences: false)
    switch parts.first {
    case "en": self = .english
    case "de": self = .german
    case "ja": self = .japanese
    case "zh":
      let isTraditional =
        parts.contains("hant")
        || !parts.contains("hans") && parts.contains { ["tw", "hk", "mo"].contains($0) }
      guard isTraditional else { return nil }
      self = .traditionalChinese
    default: return nil
    }
  }
}
