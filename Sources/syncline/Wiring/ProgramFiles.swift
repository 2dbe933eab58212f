import Support

/// Finds the folders that the program ships with: `Templates` and `Public`.
struct ProgramFiles {
  /// The folders to look in, the first one first.
  let places: [String]

  /// - Parameter directory: The folder of the executable; nil where the system does not name it.
  init(executableDirectory directory: String? = Files.executableDirectory()) {
    var places: [String] = []
    // Beside the executable, and above it during development: the package's own folder.
    var above = directory
    while let path = above, !path.isEmpty {
      places.append(path)
      above = path.lastIndex(of: "/").map { String(path[..<$0]) }
    }
    if let directory { places.insert("\(directory)/../share/syncline", at: 1) }
    places += ["/usr/local/share/syncline", "/usr/share/syncline", "."]
    self.places = places
  }

  /// The path of the folder `name`; nil when no place has it.
  func folder(_ name: String) -> String? {
    places.map { "\($0)/\(name)" }.first(where: Files.exists)
  }

  /// What to do about a folder that was not found.
  func missing(_ name: String, option: String) -> String {
    "The folder \(name), which syncline ships with, was not found in any of: "
      + places.joined(separator: ", ")
      + ". Copy it from the package to one of them, or write --\(option) DIR."
  }
}
