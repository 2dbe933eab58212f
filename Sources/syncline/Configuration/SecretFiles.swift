import Console
import Glibc
import JSONKit
import Localization
import Support

/// Which files of secrets settings may name that come from a browser or a program.
///
/// The first line of such a file is sent to a server that the same settings name, and a file of
/// web-auth tokens is written again. Whoever can write the configuration file may name any file;
/// whoever can only use the console, those in one folder and those that the file names already.
struct SecretFiles {
  let data: DataDirectory
  /// The `remote` objects of the configuration file as it stands.
  let known: [JSONObject]

  var folder: String { "\(Self.resolved(data.path) ?? data.path)/secrets" }

  /// A problem for each file that may not be named; nothing of them is read or looked for.
  func problems(in settings: JSONObject) -> [SettingProblem] {
    (settings["remote"]?.object ?? JSONObject()).compactMap { name, value in
      guard name.hasSuffix("File"), let path = value.string, !path.isEmpty,
        !known.contains(where: { $0[name] == value }), !isInFolder(absolute(path, in: name))
      else { return nil }
      let fileName = Self.fileName(path)
      return SettingProblem(
        "remote.\(name)",
        localized(
          "From here only files in \(folder) can be named, with their whole path, such as "
            + "\(folder)/\(fileName). Put the secret into a file there, or name this one in the "
            + "configuration file itself."))
    }
  }

  /// A path as it is opened: that of web-auth tokens begins in the data directory.
  private func absolute(_ path: String, in member: String) -> String {
    member == "webAuthTokenFile" && !path.hasPrefix("/") ? "\(data.path)/\(path)" : path
  }

  /// By its name, and where it is there also by where links lead.
  private func isInFolder(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let isBelow = ["\(data.path)/secrets/", folder + "/"].contains { path.hasPrefix($0) }
    guard isBelow, !parts.contains(".."), !path.utf8.contains(0) else { return false }
    guard let real = Self.resolved(path) else { return true }
    return real.hasPrefix((Self.resolved(folder) ?? folder) + "/")
  }

  private static func fileName(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "token"
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
