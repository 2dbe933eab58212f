extension Language {
  /// The language that a browser likes best of those that the console speaks; English where it names
  /// none of them.
  ///
  /// Source: RFC 9110, section 12.5.4.
  ///
  /// - Parameter field: The value of `Accept-Language`; what is malformed in it is left out.
  public init(acceptLanguage field: String?) {
    var best: (language: Language, quality: Double) = (.english, 0)
    for item in (field ?? "").split(separator: ",") {
      let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let range = parts.first, let language = Language(range: range) else { continue }
      guard let quality = Self.quality(parts.dropFirst().first), quality > best.quality else {
        continue
      }
      best = (language, quality)
    }
    self = best.language
  }

  /// - Parameter parameter: `q=0.8`, or nil for 1.
  private static func quality(_ parameter: String?) -> Double? {
    guard let parameter else { return 1 }
    guard parameter.lowercased().hasPrefix("q="), let quality = Double(parameter.dropFirst(2)),
      (0...1).contains(quality)
    else { return nil }
    return quality
  }
}
