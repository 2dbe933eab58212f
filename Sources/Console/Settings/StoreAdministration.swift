import ConsoleData
public import JSONKit

/// Changes which stores the console has, and how each is set up.
///
/// Settings are one store's object of the configuration file, as it stands there. Whoever implements
/// this knows what they mean; the console knows only how to show and ask for them.
public protocol StoreAdministration: Sendable {
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
  func probe(_ settings: JSONObject) async -> [ProbeFinding]

  /// Tables of `settings` that the server says can't be synced at all; it is asked for those that
  /// `before` does not have, for a few seconds at most.
  func refusals(of settings: JSONObject, before: JSONObject?) async -> [SettingProblem]

  /// Takes a store out of the file and moves its own file aside.
  func remove(_ store: String) async throws -> RemovedStore

  /// Puts a removed store back to where it was.
  func bringBack(_ store: RemovedStore) async throws
}

/// What can be set for a store.
public struct StoreForm: Sendable, Equatable {
  public var kinds: [RemoteKindForm]
  /// What every store has, whatever its remote.
  public var sections: [Section]

  public struct Section: Sendable, Equatable {
    public var title: String
    public var text: String
    public var fields: [SettingField]

    public init(_ title: String, text: String = "", fields: [SettingField]) {
      self.title = title
      self.text = text
      self.fields = fields
    }
  }

  public init(kinds: [RemoteKindForm], sections: [Section]) {
    self.kinds = kinds
    self.sections = sections
  }
}

/// A kind of remote, with what it needs to know.
public struct RemoteKindForm: Sendable, Equatable {
  /// As in the configuration: `azure`.
  public var kind: String
  public var title: String
  public var text: String
  /// Their paths begin with `remote.`.
  public var fields: [SettingField]
  /// The paths that say which server it is: with another value there the rows may be other ones.
  public var address: [String]
  /// What "delete" means where a table names no column for it; nil where the server then keeps
  /// nothing of a row.
  public var ownDeletion: String?
  /// What the filter of a pull looks like.
  public var filterHint: String

  public init(
    _ kind: String, title: String, text: String, fields: [SettingField],
    address: [String] = ["remote.url"], ownDeletion: String? = nil, filterHint: String = ""
  ) {
    self.ownDeletion = ownDeletion
    self.filterHint = filterHint
    self.kind = kind
    self.title = title
    self.text = text
    self.fields = fields
    self.address = address
  }
}

/// One setting of a store.
public struct SettingField: Sendable, Equatable {
  public enum Control: Sendable, Equatable {
    case text
    case number
    /// Yes, no, or left to the default.
    case flag(isOnByDefault: Bool)
    case choice([Option])
    /// Named by where it stands: the members `PATHEnv` and `PATHFile`, never a value.
    case secret
  }

  public struct Option: Sendable, Equatable {
    /// Empty stands for leaving the setting out.
    public var value: String
    public var label: String

    public init(_ value: String, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// Where it stands in the store's object: `remote.url`.
  public var path: String
  public var label: String
  public var hint: String
  public var control: Control

  public init(_ path: String, _ label: String, hint: String = "", control: Control = .text) {
    self.path = path
    self.label = label
    self.hint = hint
    self.control = control
  }
}

/// Something wrong with settings.
public struct SettingProblem: Sendable, Equatable {
  /// Where: `remote.url`, `tables.0.name`; empty for the whole.
  public var path: String
  /// What to write instead, as a sentence.
  public var text: String

  public init(_ path: String, _ text: String) {
    self.path = path
    self.text = text
  }
}

/// One thing that a test of the connection found.
public struct ProbeFinding: Sendable, Equatable {
  public enum Result: String, Sendable { case ok, warn, no, skipped }

  public var check: String
  public var result: Result
  public var evidence: String

  public init(_ check: String, _ result: Result, _ evidence: String) {
    self.check = check
    self.result = result
    self.evidence = evidence
  }
}

/// What it takes to bring a removed store back.
public struct RemovedStore: Sendable, Equatable {
  public var name: String
  public var settings: JSONObject
  /// Where its file is now, below the data directory; nil when it had none.
  public var file: String?

  public init(name: String, settings: JSONObject, file: String?) {
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
