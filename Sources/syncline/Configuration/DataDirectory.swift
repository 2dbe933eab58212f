import Backups
import Support

/// The folder that holds everything a console knows.
struct DataDirectory: Sendable {
  static let defaultPath = "data"

  let path: String

  /// Creates the folder when it is missing; it is open to its owner only.
  ///
  /// A restore that was interrupted is finished first.
  init(creating path: String) throws {
    self.path = path
    try Files.createDirectory("\(path)/stores")
    try InterruptedRestore.finish(in: path)
  }

  /// A folder that a console has used, or that holds a configuration by now.
  ///
  /// - Throws: ``UsageError`` when there is no such folder, as a mistyped name must make none.
  init(existing path: String) throws {
    guard Files.exists("\(path)/stores") || Files.exists("\(path)/syncline.json") else {
      throw UsageError([
        "There is no data directory at \(path). Name the one that `syncline serve` uses, or one with a "
          + "syncline.json: --data DIR."
      ])
    }
    try self.init(creating: path)
  }

  var configurationFile: String { Self.configurationFile(in: path) }
  /// Uploads while they are looked at.
  var importDirectory: String { "\(path)/imports" }
  var consoleDatabase: String { Self.consoleDatabase(in: path) }
  /// The database of the table service that `serve --demo` runs.
  var serviceDatabase: String { "\(path)/service.sqlite" }
  /// Stands once the demo's rows are complete.
  var demoMarker: String { "\(path)/demo.complete" }

  /// Where the files of removed stores are kept, below the data directory.
  static let removedStores = "stores/removed"

  static func configurationFile(in path: String) -> String { "\(path)/syncline.json" }

  static func consoleDatabase(in path: String) -> String { "\(path)/console.sqlite" }

  func storeFile(_ name: String) -> String { "\(path)/stores/\(name).sqlite" }

  /// The stores of the configuration; see ``readConfiguration(named:)``.
  func configuration(named: String?) throws -> [StoreDefinition] {
    try readConfiguration(named: named).stores
  }

  /// The configuration; an empty one when there is no file and none was named.
  ///
  /// - Parameter named: A file given on the command line, which must exist.
  func readConfiguration(named: String?) throws -> ConfigurationFile {
    let file = named ?? configurationFile
    do {
      return try ConfigurationFile(parsing: Files.read(file), file: file)
    } catch let error as FileError where error.isMissing && named == nil {
      return ConfigurationFile()
    } catch let error as FileError {
      throw ConfigurationError(file: file, problems: [ConfigurationProblem("\(error)")])
    }
  }
}
