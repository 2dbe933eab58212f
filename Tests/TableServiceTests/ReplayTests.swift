import Foundation
import HTTPServer
import JSONKit
import Support
import TableService
import TestSupport
import Testing

/// What real servers answered and what real clients sent, played against the service over HTTP.
///
/// Every story gets a service of its own, set up as the story asks. A small program in Python plays
/// them; without Python the test is skipped, except on a build server.
@Suite(.enabled(if: Replay.isPossible)) struct ReplayTests {
  @Test(arguments: [
    "wire-azure-node", "wire-client-js", "wire-client-ct", "wire-datasync-toolkit",
  ])
  func answersLikeTheRecording(file: String) async throws {
    let path = SharedFolder.path("vectors/\(file).json")
    let document = try JSONValue(parsing: SharedFolder.contents("vectors/\(file).json"))
    let stories = document["stories"]?.array ?? []
    #expect(!stories.isEmpty)
    var different: Set<String> = []
    for story in stories where story["service"]?["only"] == nil {
      let (places, output) = try await Replay.differences(
        of: story, in: path, try Replay.configuration(story["service"]))
      different.formUnion(places)
      #expect(Self.unanswerable[file, default: []].isSuperset(of: places), "\(output)")
    }
    // One that became alike must be taken off the list.
    #expect(different == Self.unanswerable[file] ?? [])
  }

  /// Answers that no right server without declared tables can give, by file.
  static let unanswerable: [String: Set<String>] = [
    // Says that indexof('delta 100%', 't') is 2; it is 3.
    "wire-azure-node": ["filters #24"],
    // Sends a version that the recorded server made for a write which is to be refused.
    "wire-datasync-toolkit": ["replace-versions #8"],
    // Columns that a row has no value for come as 0, an empty GUID, or the year 1.
    "wire-client-ct": [
      "client-ct #53", "client-ct #61", "client-ct #62", "client-ct #82", "client-ct #83",
      "client-ct #84", "client-ct #90",
    ],
  ]
}

/// Plays recordings against a service in this process.
enum Replay {
  static var isPossible: Bool {
    SharedFolder.isExpected && (Python.path != nil || SharedFolder.isOnBuildServer)
  }

  /// The exchanges of a story that are not alike, as "story #5", and what the player printed.
  static func differences(
    of story: JSONValue, in path: String, _ configuration: TableServiceConfiguration
  ) async throws -> (places: [String], output: String) {
    let name = try #require(story["name"]?.string)
    let directory = try TemporaryDirectory()
    let service = try await TableService(
      database: directory.file("service.sqlite"), configuration: configuration, time: SystemTime(),
      random: .system)
    var settings = HTTPServer.Configuration()
    settings.port = 0
    let server = try HTTPServer(settings) { await service.respond(to: $0) }
    let (status, output) = try await Python.run([
      SharedFolder.path("vectors/replay.py"), path, "--url", "http://127.0.0.1:\(server.port)",
      "--story", name,
    ])
    await server.stop()
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("DIFFERS") }
    let places = lines.map {
      $0.split(separator: " ").dropFirst().prefix(2).joined(separator: " ")
    }
    #expect(status == (places.isEmpty ? 0 : 1), "\(output)")
    return (places, output)
  }

  /// The settings that a story names, as `syncline service` would be told them.
  static func configuration(
    _ settings: JSONValue?
  ) throws -> TableServiceConfiguration {
    var configuration = TableServiceConfiguration()
    switch settings?["softDelete"] {
    case .array(let names)?: configuration.softDelete = .tables(UTF8Set(names.compactMap(\.string)))
    case .string("none")?: configuration.softDelete = .none
    default: break
    }
    switch settings?["apiVersion"]?.string {
    case "2.0.0": configuration.defaultAPIVersion = .v2
    case "3.0.0": configuration.defaultAPIVersion = .v3
    default: break
    }
    let pageSizes = numbers(settings?["pageSize"])
    configuration.pageSize = pageSizes["*"] ?? configuration.pageSize
    configuration.pageSizes = pageSizes.filter { $0.key != "*" }
    let maxTops = numbers(settings?["maxTop"])
    configuration.maxTop = maxTops["*"] ?? configuration.maxTop
    configuration.maxTops = maxTops.filter { $0.key != "*" }
    return configuration
  }

  /// A number for all tables under `*`, or one per table.
  private static func numbers(_ value: JSONValue?) -> UTF8Dictionary<Int> {
    if let number = value?.integer { return ["*": Int(number)] }
    let members = value?.object?.members ?? []
    return UTF8Dictionary(members.map { ($0.name, Int($0.value.integer ?? 0)) })
  }
}

private enum Python {
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { "\($0)/python3" }
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Runs a script to its end without holding a thread of the test's own pool.
  static func run(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    let command = [try #require(path)] + arguments
    return try await offPool { try ChildProcess.run(command) }
  }
}
