import HTTPKit
import JSONKit
import Localization

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
  var serverChange: ServerChange?

  init(_ request: HTTPRequest, over base: JSONObject, _ form: StoreForm) throws {
    let body = try ActionBody(request)
    if let items = body.form {
      draft = SettingsDraft(items, over: base, description: form)
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
    state = body.text("ifState")
    guard let change = body.text("serverChange") else { return }
    guard let known = ServerChange(rawValue: change) else {
      throw HTTPError(
        422, localized("serverChange must be same or other. Nothing was changed."))
    }
    serverChange = known
  }
}
