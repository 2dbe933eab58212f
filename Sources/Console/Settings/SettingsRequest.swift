import HTTPKit
import JSONKit

/// What a request about settings asks for.
struct SettingsRequest {
  enum Wish { case save, probe, oneMoreTable }

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
      switch items["do"] {
      case "probe": wish = .probe
      case "table": wish = .oneMoreTable
      default: break
      }
    } else {
      guard let settings = body.json?["store"]?.object else {
        throw HTTPError(
          422,
          "store is missing: send the store’s object as in syncline.json. Nothing "
            + "was changed.")
      }
      draft = SettingsDraft(settings)
    }
    state = body.text("ifState")
    guard let change = body.text("serverChange") else { return }
    guard let known = ServerChange(rawValue: change) else {
      throw HTTPError(422, "serverChange must be same or other. Nothing was changed.")
    }
    serverChange = known
  }
}
