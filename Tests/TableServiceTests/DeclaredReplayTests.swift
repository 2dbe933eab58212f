import JSONKit
import Support
import TableService
import TestSupport
import Testing

/// The recordings of the toolkit's servers, with the tables that they had.
@Suite(.enabled(if: Replay.isPossible)) struct DeclaredReplayTests {
  /// Needs access rules, which no file declares.
  private static let left = ["access-rules"]

  @Test func theRecordedServersTablesAnswerAlike() async throws {
    let tables: JSONObject = [
      "todos": ToolkitTables.todos,
      "small": Self.paged(ToolkitTables.todos, 5, softDelete: true),
      "notes": Self.paged(ToolkitTables.todos, 100, softDelete: false),
      "kinds": ToolkitTables.kinds, "movies": ToolkitTables.movies,
    ]
    var lenient = tables
    // Some of the films are older than a new one may be.
    lenient["movies"] = try ToolkitTables.lenient(ToolkitTables.movies)
    let seeded = lenient
    let different = try await differences("wire-datasync-toolkit") { story in
      story["name"] == "validation" || story["seed"] == nil ? tables : seeded
    }
    // Sends a version that the recorded server made for a write which is to be refused.
    #expect(different == ["replace-versions #8"])
  }

  @Test func theRecordedClientsTablesAnswerAlike() async throws {
    let tables: JSONObject = [
      "todoitem": [
        "softDelete": true, "pageSize": 6,
        "columns": [
          "text": ["type": "string"], "complete": ["type": "boolean"],
          "priority": ["type": "integer", "nullable": true],
          "cost": ["type": "number", "nullable": true],
          "due": ["type": "dateTime", "nullable": true],
        ],
      ],
      "customer": [
        "softDelete": true,
        "columns": [
          "name": ["type": "string", "required": true, "maxLength": 30],
          "city": ["type": "string"], "balance": ["type": "decimal"],
          "vip": ["type": "boolean", "nullable": true],
        ],
      ],
      "visit": [
        "softDelete": true,
        "columns": [
          "customerId": ["type": "string"], "note": ["type": "string"],
          "at": ["type": "dateTime"], "photo": ["type": "bytes"], "ref": ["type": "guid"],
          "day": ["type": "date"], "hour": ["type": "time"], "big": ["type": "integer"],
        ],
      ],
    ]
    #expect(try await differences("wire-client-ct") { _ in tables } == [])
  }

  /// Plays the stories of a file, also those that need typed columns.
  private func differences(
    _ file: String, tables: (JSONValue) -> JSONObject
  ) async throws -> [String] {
    let document = try JSONValue(parsing: SharedFolder.contents("vectors/\(file).json"))
    let directory = try TemporaryDirectory()
    let path = directory.file("stories.json")
    var places: [String] = []
    for story in document["stories"]?.array ?? [] {
      guard var played = story.object, let name = story["name"]?.string, !Self.left.contains(name)
      else { continue }
      var service = story["service"]?.object ?? JSONObject()
      service["only"] = nil
      played["service"] = .object(service)
      // The films would be refused there, and nothing is asked of them.
      if name == "validation" { played["seed"] = nil }
      let one: JSONValue = ["stories": [.object(played)]]
      try Files.write(one.serialized, to: path)
      let declared: JSONValue = ["tables": .object(tables(story))]
      var configuration = try Replay.configuration(.object(service))
      configuration.tables = try DeclaredTables(parsing: declared.serialized)
      let (found, output) = try await Replay.differences(
        of: .object(played), in: path, configuration)
      places += found
      if !found.isEmpty, found != ["replace-versions #8"] { Issue.record("\(output)") }
    }
    return places
  }

  private static func paged(_ table: JSONValue, _ size: Int64, softDelete: Bool) -> JSONValue {
    var members = table.object ?? JSONObject()
    members["pageSize"] = .integer(size)
    members["softDelete"] = .bool(softDelete)
    return .object(members)
  }
}
