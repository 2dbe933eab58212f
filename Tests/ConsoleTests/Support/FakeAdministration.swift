import Console
import JSONKit
import Support

/// A configuration file in memory.
struct FakeAdministration: StoreAdministration {
  struct Meanwhile: Error {}

  let settings = Locked<[String: JSONObject]>([:])
  /// What a test of a connection finds.
  let test = Locked(ConnectionTest())

  var form: StoreForm {
    StoreForm(
      kinds: [
        RemoteKindForm(
          "azure", title: "Azure", text: "", fields: [SettingField("remote.url", "Address")],
          ownDeletion: "Soft delete")
      ],
      sections: [
        .init(
          "Push",
          fields: [
            SettingField("push.window", "Window", control: .number),
            SettingField(
              "push.insertResendSeconds", "Resend delay", control: .number, defaultValue: "60",
              isAdvanced: true),
            SettingField(
              "push.batch", "Batches", control: .flag(isOnByDefault: true), isAdvanced: true),
          ]),
        .init(
          "Schedule",
          fields: [
            SettingField("schedule.everyMinutes", "Interval", control: .number)
          ]),
      ])
  }
  var file: String { "syncline.json" }
  var whyLocked: String? { nil }
  var mistakes: [String] { get async { [] } }

  func settings(of store: String) async throws -> JSONObject? {
    settings.withLock { $0[store] }
  }

  func problems(in settings: JSONObject, of name: String?) async -> [SettingProblem] {
    if settings["remote"] == "gone" {
      return [SettingProblem("remote", "There is no such secret.")]
    }
    let delay = settings["push"]?["insertResendSeconds"]
    return delay?.string == nil
      ? [] : [SettingProblem("push.insertResendSeconds", "Write a number.")]
  }

  func save(
    _ new: JSONObject, of name: String?, expecting expected: JSONObject?
  ) async throws {
    try settings.withLock { all in
      let name = name ?? new["name"]?.string ?? ""
      guard expected == nil || all[name] == expected else { throw Meanwhile() }
      all[name] = new
    }
  }

  func refusals(of settings: JSONObject, before: JSONObject?) async -> [SettingProblem] { [] }

  func probe(_ settings: JSONObject) async -> ConnectionTest {
    test.withLock { $0 }
  }

  func remove(_ store: String) async throws -> RemovedStore {
    guard let old = settings.withLock({ $0.removeValue(forKey: store) }) else { throw Meanwhile() }
    return RemovedStore(name: store, settings: old, file: "removed/\(store).sqlite")
  }

  func bringBack(_ store: RemovedStore) async throws {
    settings.withLock { $0[store.name] = store.settings }
  }
}
