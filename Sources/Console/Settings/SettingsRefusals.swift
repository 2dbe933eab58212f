import HTTPKit
import JSONKit
import Localization

extension ConsoleServices {
  /// For the pages that change which stores there are.
  func requiredAdministration() throws -> any StoreAdministration {
    guard let administration else {
      throw ConsoleError(
        404, title: localized("Settings are read-only"),
        reason: localized("Change the configuration file instead."),
        code: "no_administration", links: [.init(localized("All stores"), Links.stores)])
    }
    return administration
  }
}

extension ConsoleError {
  static func locked(_ file: String, _ why: String) -> ConsoleError {
    ConsoleError(
      409, title: localized("Settings are read-only"),
      reason: localized(
        "\(file) cannot be changed here: \(why). Nothing was changed. Change the file at its "
          + "source; the console reloads it."),
      code: "settings_locked", links: [.init(localized("All stores"), Links.stores)])
  }

  static func settingsChanged(_ file: String) -> ConsoleError {
    ConsoleError(
      409, title: localized("These settings changed while you were editing"),
      reason: localized(
        "\(file) now has different settings for this store. Nothing was saved. Reload them "
          + "and repeat your change."),
      code: "settings_changed")
  }

  static func invalidSettings(_ problems: [SettingProblem]) -> ConsoleError {
    let errors = Format.count(problems.count, "error")
    let sentences =
      [localized("\(errors) in the settings; nothing was saved.")]
      + problems.map { $0.path.isEmpty ? $0.text : "\($0.path): \($0.text)" }
    return ConsoleError(
      422, title: localized("Invalid settings"), reason: sentences.joinedAsSentences(),
      code: "invalid_settings")
  }

  static func serverChange(_ change: SettingsPage.ServerChange) -> ConsoleError {
    let rows = Format.count(change.rows, "row")
    let unsentChanges = Format.count(change.unsent, "unsent change")
    let oldAddress = change.old
    return ConsoleError(
      409, title: localized("The server address changed"),
      reason: localized(
        "The store holds \(rows) and \(unsentChanges) of \(oldAddress). Set serverChange to same "
          + "if the new address is the same server, or to other if not (delta tokens are then "
          + "reset). Nothing was saved."),
      code: "server_change")
  }
}

extension SettingProblem {
  var json: JSONValue { ["path": .string(path), "message": .string(text)] }
}

extension Pages {
  /// An error for a program, with every problem beside its path.
  func refusal(
    _ error: ConsoleError, _ problems: [SettingProblem], _ context: PageContext
  ) throws -> HTTPResponse {
    guard !problems.isEmpty else { throw error }
    return respond(
      json: [
        "error": [
          "code": .string(error.code), "message": .string(error.reason),
          "requestId": .string(context.requestID), "problems": .array(problems.map(\.json)),
        ]
      ], status: error.status)
  }
}

extension ProbeFinding {
  var json: JSONValue {
    [
      "check": .string(check), "result": .string(result.rawValue), "evidence": .string(evidence),
    ]
  }
}

extension StoreForm {
  /// What can be set, for programs that make their own form.
  var json: JSONValue {
    [
      "kinds": .array(
        kinds.map { kind in
          [
            "kind": .string(kind.kind), "title": .string(kind.title), "text": .string(kind.text),
            "fields": .array((kind.fields + kind.laterFields).map(\.json)),
            "tableFields": .array(kind.tableFields.map(\.json)),
          ]
        }),
      "sections": .array(
        sections.map { section in
          ["title": .string(section.title), "fields": .array(section.fields.map(\.json))]
        }),
    ]
  }
}

extension SettingField {
  fileprivate var json: JSONValue {
    var object: JSONObject = [
      "path": .string(path), "label": .string(label), "hint": .string(hint),
    ]
    switch control {
    case .text: object["type"] = "text"
    case .json: object["type"] = "json"
    case .number: object["type"] = "number"
    case .flag: object["type"] = "boolean"
    case .secret: object["type"] = "secret"
    case .choice(let options):
      object["type"] = "choice"
      object["options"] = .array(options.map { .string($0.value) }.filter { $0 != "" })
    }
    return .object(object)
  }
}
