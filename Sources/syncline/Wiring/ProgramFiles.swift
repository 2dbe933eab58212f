import Support

/// The folders that the program ships with: `Templates` and `Public`.
///
/// They stand beside the program's package: above the build folder during development, else in the
/// working directory.
enum ProgramFiles {
  /// The folder of that name; the working directory's when there is none near the program.
  static func folder(_ name: String) -> String {
    var directory = Files.executableDirectory()
    while let path = directory, !path.isEmpty {
      let candidate = "\(path)/\(name)"
      if Files.exists(candidate) { return candidate }
      directory = path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
    return name
  }
}
