import Console
import JSONKit
import Localization
import Support
import SyncCore

extension ConfigurationReloader: StoreAdministration {
  nonisolated var form: StoreForm { StoreForms.all }
  nonisolated var file: String { editor.file }
  nonisolated var whyLocked: String? { editor.whyLocked }

  nonisolated func settings(of store: String) async throws -> JSONObject? {
    try editor.settings(of: store)
  }

  nonisolated func problems(
    in settings: JSONObject, of name: String?
  ) async -> [SettingProblem] {
    var reader = ConfigurationReader()
    _ = reader.store(.object(settings), at: "store")
    var found = reader.problems.map { SettingProblem($0, below: "store") }
    let asked = settings["name"]?.string
    if let name, let asked, asked != name {
      found.append(SettingProblem("name", localized("A store cannot be renamed: \(name).")))
    }
    let taken = ((try? editor.stores()) ?? []).contains { $0["name"]?.string == asked }
    if name == nil, let asked, taken {
      found.append(SettingProblem("name", localized("There is already a store \(asked).")))
    }
    let misplaced = secretFiles.problems(in: settings)
    guard misplaced.isEmpty else { return found + misplaced }
    var remoteReader = ConfigurationReader()
    let remote = remoteReader.remote(settings["remote"], at: "remote")
    guard let remote, remoteReader.problems.isEmpty else { return found }
    do {
      _ = try opener.remote(remote)
    } catch let error as SecretError where !error.all.isEmpty {
      found += error.all.map { problem($0, settings) }
    } catch {
      found.append(problem(error, settings))
    }
    return found
  }

  /// A secret that is missing is shown beside the field that names it.
  private nonisolated func problem(
    _ error: any Error, _ settings: JSONObject
  ) -> SettingProblem {
    guard let secret = error as? SecretError else { return SettingProblem("remote", "\(error)") }
    let member = settings["remote"]?.object?.first { $0.value.string == secret.place }?.name
    let advice =
      member?.hasSuffix("Env") == true
      ? " "
        + localized(
          "A running server keeps the environment it was started with: restart it with the "
            + "variable, or name a file.") : ""
    return SettingProblem(member.map { "remote.\($0)" } ?? "remote", secret.description + advice)
  }

  private nonisolated var secretFiles: SecretFiles {
    let stores = (try? editor.stores()) ?? []
    return SecretFiles(data: data, known: stores.compactMap { $0["remote"]?.object })
  }

  nonisolated func probe(_ settings: JSONObject) async -> ConnectionTest {
    let misplaced = secretFiles.problems(in: settings)
    guard misplaced.isEmpty else {
      return ConnectionTest(checks: misplaced.map { ProbeFinding($0.path, .no, $0.text) })
    }
    return await RemoteProbe(opener: opener).test(settings)
  }

  nonisolated func refusals(
    of settings: JSONObject, before: JSONObject?
  ) async -> [SettingProblem] {
    guard secretFiles.problems(in: settings).isEmpty else { return [] }
    let isSameServer = settings["remote"] == before?["remote"]
    let known = isSameServer ? before?["tables"]?.array ?? [] : []
    return await RemoteProbe(opener: opener).refusals(
      settings, exceptOf: UTF8Set(known.compactMap { $0["name"]?.string }))
  }
}
