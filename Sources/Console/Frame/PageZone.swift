import HTTPKit
import Localization
import Support
import Zones

/// The time zone in which a request reads what people type and its page shows times.
///
/// It is asked for by `tz` in the address: `UTC`, `browser`, `store` or the name of a zone. JSON is
/// UTC whatever is asked for; what was typed is read alike, so that a page and its JSON hold the
/// same rows.
struct PageZone: Sendable {
  /// Where the zone of a request came from.
  enum Source: String, Sendable {
    case browser, store
  }

  /// For what people type without saying how far from UTC it is.
  private(set) var typed = Zone.utc
  /// For what a page or a file says.
  private(set) var shown = Zone.utc
  /// `tz` as the address has it and as links keep it; nil where nothing was asked for.
  private(set) var asked: String?
  /// Why what the address asks for is not to be had, and in which words it asks.
  var refusal: (asked: String, reason: String)? {
    refused.map { ($0.asked, $0.refusal.reason) }
  }
  private var refused: (asked: String, refusal: Refusal)?
  /// The zone of the machine in front of the person, as its script said; nil when unknown.
  private(set) var browser: Zone?

  /// The zone of the store that the request is about.
  private(set) var store: Zone?

  /// That of the request which is answered now.
  @TaskLocal static var current = PageZone()

  static let parameter = "tz"
  /// In the address of a form: the zone in which its fields were filled, whatever `tz` means by now.
  static let typedParameter = "_zone"
  init() {}

  /// - Parameters:
  ///   - store: The zone of the store that the request is about; nil above the stores.
  ///   - cookie: The name of the cookie in which the page's script says where the browser is.
  init(
    _ request: HTTPRequest, store: Zone?, cookie: String, database: ZoneDatabase = .system
  ) {
    self.store = store
    browser = Self.browser(request.cookies(cookie), database)
    // Nearly all addresses ask for none.
    guard Self.isNamed(in: request.rawQuery), let query = QueryItems(decoding: request.rawQuery)
    else { return }
    if let asked = query[Self.parameter], !asked.isEmpty {
      do {
        typed = try Self.zone(asked, browser: browser, store: store, database)
        // What links need not repeat is what they mean by themselves.
        self.asked = asked == Zone.utc.name ? nil : asked
      } catch {
        refused = (asked, error)
      }
    }
    if !request.method.isSafe, let name = query[Self.typedParameter],
      let zone = try? database.zone(name)
    {
      typed = zone
    }
    shown = request.wantsJSON ? .utc : typed
  }

  /// Looks at bytes: this is asked of every request.
  private static func isNamed(in query: String) -> Bool {
    query.utf8.split(separator: UInt8(ascii: "&")).contains { item in
      item.starts(with: "\(parameter)=".utf8) || item.starts(with: "\(typedParameter)=".utf8)
    }
  }

  /// For tests and for files: everything in one zone.
  init(_ zone: Zone) {
    typed = zone
    shown = zone
  }

  private enum Refusal: Error {
    case browserIsSilent
    case unknown(String)

    var reason: String {
      switch self {
      case .browserIsSilent: localized("This browser has not said in which time zone it is.")
      case .unknown(let reason): reason
      }
    }
  }

  private static func zone(
    _ asked: String, browser: Zone?, store: Zone?, _ database: ZoneDatabase
  ) throws(Refusal) -> Zone {
    switch Source(rawValue: asked) {
    case .browser?:
      guard let browser else {
        throw .browserIsSilent
      }
      return browser
    // Above the stores there is none whose zone it could be.
    case .store?: return store ?? .utc
    case nil:
      do {
        return try database.zone(asked)
      } catch {
        throw .unknown(error.description)
      }
    }
  }

  private static func browser(_ cookies: [String], _ database: ZoneDatabase) -> Zone? {
    guard let value = cookies.first, let name = PercentEncoding.decode(value) else { return nil }
    return try? database.zone(name)
  }

  /// The zone that a row's times are given in beside UTC: the page's own, else that of the browser,
  /// else that of the store; nil where all are UTC.
  var beside: Zone? {
    [shown, browser, store].lazy.compactMap { $0 }.first { !$0.isUTC }
  }

  /// For times in files: nil where no zone was asked for, so that they stay as they are.
  var forFiles: Zone? { asked == nil ? nil : typed }

  /// The moment that somebody typed: what says its own distance from UTC is taken at its word.
  func moment(_ text: some StringProtocol) -> Timestamp? {
    guard let read = Timestamp.reading(text) else { return nil }
    return read.saysOffset ? read.time : typed.moment(showing: read.time)
  }

  /// The same from a control for moments, which leaves out seconds, and minutes when somebody types.
  func moment(inControl text: String) -> Timestamp? {
    [text, text + ":00", text + ":00:00"].lazy.compactMap { moment($0) }.first
  }

  /// A moment for such a control, to the minute when it is a whole one.
  func control(_ moment: Timestamp?) -> String {
    guard let text = moment.map({ typed.reading(at: $0).wholeSeconds.dropLast() }) else {
      return ""
    }
    return text.hasSuffix(":00") ? String(text.dropLast(3)) : String(text)
  }

  /// What somebody typed, for such a control: empty where it is no moment, as the control shows no
  /// other text.
  func control(typed text: String) -> String { control(moment(inControl: text)) }

  /// `text` with its distance from UTC, so that it means the same moment in every zone; as it is
  /// where it says that itself, or is no moment.
  func settled(_ text: String) -> String {
    guard let read = Timestamp.reading(text.trimmed), !read.saysOffset else { return text }
    return Format.settled(typed.moment(showing: read.time), in: typed)
  }
}
