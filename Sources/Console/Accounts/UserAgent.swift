import Localization

/// The browser and the operating system that a `User-Agent` header names.
struct UserAgent {
  let text: String

  /// `Firefox on Windows`; the start of the header where it names no browser of the list.
  var words: String {
    guard let browser = Self.name(in: text, Self.browsers) else { return shortened }
    guard let system = Self.name(in: text, Self.systems) else { return browser }
    return localized("\(browser) on \(system)", context: "browser and system")
  }

  private static let charactersMax = 80

  private var shortened: String {
    text.count <= Self.charactersMax ? text : "\(text.prefix(Self.charactersMax))…"
  }

  private typealias Mark = (part: String, name: String)

  /// Order matters: most browsers also name the browsers that they derive from.
  private static let browsers: [Mark] = [
    ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"),
    ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
    ("Safari/", "Safari"), ("curl/", "curl"),
  ]

  /// Phones first: their headers also name a system of computers.
  private static let systems: [Mark] = [
    ("Windows", "Windows"), ("iPhone", "iOS"), ("iPad", "iOS"), ("iPod", "iOS"),
    ("Android", "Android"), ("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Macintosh", "macOS"),
    ("Linux", "Linux"),
  ]

  private static func name(in text: String, _ marks: [Mark]) -> String? {
    marks.first { text.contains($0.part) }?.name
  }
}
