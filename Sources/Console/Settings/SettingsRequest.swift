import HTTPKit
import JSONKit
import Localization
import Support

/// What a request about settings asks for.
struct SettingsRequest {
  enum Wish: String {
    case save
    case probe
    case oneMoreTable = "table"
    /// To choose tables of a server that was not asked.
    case tables
    /// Back from the tables to the connection.
    case connection
  }

  /// What a new address is: the same server under another name, or another one.
  enum ServerChange: String { case same, other }

  var wish = Wish.save
  var draft: SettingsDraft
  /// The fingerprint of the settings that the form was made from.
  var state: String?
  /// The settings that the form was made from.
  var opened: JSONObject?
  var serverChange: ServerChange?
  /// The new address that the form asked about; nil where it did not.
  var askedAddress: String?
  private let isForm: Bool

  init(_ request: HTTPRequest, over base: JSONObject, _ form: StoreForm) throws {
    let body = try ActionBody(request)
    state = body.text("ifState")
    isForm = body.isForm
    if let items = body.form {
      opened = (try? JSONValue(parsing: items["opened"] ?? ""))?.object
      if SettingsDraft.fingerprint(opened) != state { opened = nil }
      draft = SettingsDraft(items, over: opened ?? base, description: form)
      askedAddress = items["askedAddress"]
      wish = items["do"].flatMap(Wish.init) ?? .save
    } else {
      guard let settings = body.json?["store"]?.object else {
        throw HTTPError(
          422,
          localized(
            "store is missing: send the store’s object as in syncline.json. Nothing was changed."))
      }
      draft = SettingsDraft(settings)
    }
    guard let change = body.text("serverChange") else { return }
    guard let known = ServerChange(rawValue: change) else {
      throw HTTPError(
        422, localized("serverChange must be same or other. Nothing was changed."))
    }
    serverChange = known
  }

  /// Whether the settings changed since the form was made.
  func isStale(_ current: JSONObject) -> Bool {
    state.map { $0 != SettingsDraft.fingerprint(current) } ?? false
  }

  /// The labels of what changed since the form was made; empty where that is not known.
  func changesMeanwhile(_ current: JSONObject, _ form: StoreForm) -> [String] {
    guard isStale(current), let opened else { return [] }
    return SettingsChanges(from: opened, to: current, form).all.map(\.label).unique
  }

  /// Moves the changes of a stale form to the settings that are saved now.
  ///
  /// A stale request of a program is never moved.
  ///
  /// - Returns: The settings with the saved values where both sides changed the same; nil if there
  ///   is no such setting.
  mutating func rebase(on current: JSONObject) -> JSONObject? {
    guard isStale(current) else { return nil }
    guard let opened else {
      return isForm && current == draft.settings ? nil : current
    }
    let merge = SettingsMerge(opened: opened, theirs: current, ours: draft.settings)
    draft.settings = merge.merged(.ours)
    let theirs = merge.merged(.theirs)
    return theirs == draft.settings ? nil : theirs
  }
}
