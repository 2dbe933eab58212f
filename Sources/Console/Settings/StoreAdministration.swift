import ConsoleData
package import JSONKit

/// Changes which stores the console has, and how each is set up.
///
/// Settings are one store's object of the configuration file, as it stands there. Whoever implements
/// this knows what they mean; the console knows only how to show and ask for them.
package protocol StoreAdministration: Sendable {
  /// What can be set.
  var form: StoreForm { get }
  /// The configuration file, for messages.
  var file: String { get }
  /// Why nothing can be changed here, as a clause; nil when it can.
  var whyLocked: String? { get }
  /// What keeps the file as it stands from being used; empty when it is in use.
  var mistakes: [String] { get async }

  /// The store's settings as the file has them now; nil when it has none of this name.
  func settings(of store: String) async throws -> JSONObject?

  /// Everything wrong with `settings`.
  ///
  /// - Parameter name: The store that they are for; nil for a new one.
  func problems(in settings: JSONObject, of name: String?) async -> [SettingProblem]

  /// Writes settings without problems into the file and opens the store with them.
  ///
  /// - Parameters:
  ///   - name: The store that they are for; nil adds one.
  ///   - expected: What the file must have for it still; nil for whatever it has.
  func save(
    _ settings: JSONObject, of name: String?, expecting expected: JSONObject?
  ) async throws

  /// Asks the server that `settings` name, and writes nothing there.
  func probe(_ settings: JSONObject) async -> ConnectionTest

  /// Tables of `settings` that the server says can't be synced at all; it is asked for those that
  /// `before` does not have, for a few seconds at most.
  func refusals(of settings: JSONObject, before: JSONObject?) async -> [SettingProblem]

  /// Takes a store out of the file and moves its own file aside.
  func remove(_ store: String) async throws -> RemovedStore

  /// Puts a removed store back to where it was.
  func bringBack(_ store: RemovedStore) async throws
}

/// What can be set for a store.
package struct StoreForm: Sendable, Equatable {
  package var kinds: [RemoteKindForm]
  /// What every store has, whatever its remote.
  package var sections: [Section]

  package struct Section: Sendable, Equatable {
    package var title: String
    package var text: String
    package var fields: [SettingField]

    package init(_ title: String, text: String = "", fields: [SettingField]) {
      self.title = title
      self.text = text
      self.fields = fields
    }
  }

  package init(kinds: [RemoteKindForm], sections: [Section]) {
    self.kinds = kinds
    self.sections = sections
  }
}

/// A kind of remote, with what it needs to know.
package struct RemoteKindForm: Sendable, Equatable {
  /// As in the configuration: `azure`.
  package var kind: String
  package var title: String
  package var text: String
  /// Their paths begin with `remote.`.
  package var fields: [SettingField]
  /// Further ones, which are set once the store is there.
  package var laterFields: [SettingField]
  /// What each table has beside its other settings; their paths are names of members.
  package var tableFields: [SettingField]
  /// Which tables to name when a store is added.
  package var tablesHint: String
  /// The paths that say which server it is: with another value there the rows may be other ones.
  ///
  /// Of a list the path of a member of its items, without their numbers.
  package var address: [String]
  /// What "delete" means where a table names no column for it; nil where the server then keeps
  /// nothing of a row.
  package var ownDeletion: String?
  /// What the filter of a pull looks like.
  package var filterHint: String

  package init(
    _ kind: String, title: String, text: String, fields: [SettingField],
    laterFields: [SettingField] = [], tableFields: [SettingField] = [], tablesHint: String = "",
    address: [String] = ["remote.url"], ownDeletion: String? = nil, filterHint: String = ""
  ) {
    self.tablesHint = tablesHint
    self.ownDeletion = ownDeletion
    self.filterHint = filterHint
    self.kind = kind
    self.title = title
    self.text = text
    self.fields = fields
    self.laterFields = laterFields
    self.tableFields = tableFields
    self.address = address
  }
}

/// One setting of a store.
package struct SettingField: Sendable, Equatable {
  package enum Control: Sendable, Equatable {
    case text
    /// A list or an object, written as JSON.
    case json
    case number
    /// Yes, no, or left to the default.
    case flag(isOnByDefault: Bool)
    case choice([Option])
    /// Named by where it stands: the members `PATHEnv` and `PATHFile`, never a value.
    case secret
  }

  package struct Option: Sendable, Equatable {
    /// Empty stands for leaving the setting out.
    package var value: String
    package var label: String

    package init(_ value: String, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// Where it stands in the store's object: `remote.url`.
  package var path: String
  package var label: String
  package var hint: String
  package var control: Control
  /// The value while the setting is left out, as its field shows it.
  ///
  /// Nil where there is none, or where it depends on other settings; a flag has its own.
  package var defaultValue: String?
  /// True for what few stores need, which is folded away.
  package var isAdvanced: Bool

  package init(
    _ path: String, _ label: String, hint: String = "", control: Control = .text,
    defaultValue: String? = nil, isAdvanced: Bool = false
  ) {
    self.path = path
    self.label = label
    self.hint = hint
    self.control = control
    self.defaultValue = defaultValue
    self.isAdvanced = isAdvanced
  }
}

/// Something wrong with settings.
package struct SettingProblem: Sendable, Equatable {
  /// Where: `remote.url`, `tables.0.name`; empty for the whole.
  package var path: String
  /// What to write instead, as a sentence.
  package var text: String

  package init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }
}

/// What it takes to bring a removed store back.
package struct RemovedStore: Sendable, Equatable {
  package var name: String
  package var settings: JSONObject
  /// Where its file is now, below the data directory; nil when it had none.
  package var file: String?

  package init(name: String, settings: JSONObject, file: String?) {
    self.name = name
    self.settings = settings
    self.file = file
  }
}

extension RemovedStore {
  private static let action = "store-restore"

  /// Nil when `json` is not what ``json`` made.
  init?(_ json: JSONValue) {
    guard json["action"]?.string == Self.action, let name = json["store"]?.string,
      let settings = json["settings"]?.object
    else { return nil }
    self.init(name: name, settings: settings, file: json["file"]?.string)
  }

  /// For the audit, which brings it back.
  var json: JSONValue {
    [
      "action": .string(Self.action), "store": .string(name), "settings": .object(settings),
      "file": JSONValue(file),
    ]
  }
}
