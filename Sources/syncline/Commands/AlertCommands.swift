import Console
import ConsoleData
import HTTPClient
import JSONKit
import Support

/// `alerts test`: whether the channels of alerts work.
enum AlertCommands {
  static var all: [CommandSpecification] { [test] }

  private static var test: CommandSpecification {
    CommandSpecification(
      name: "alerts test",
      summary: "Send a test message to alert channels; exit with 1 if one fails.",
      operands: .optionalList("CHANNEL"),
      options: [
        .value(
          "data", "DIR",
          "data directory of `syncline serve` (default: \(DataDirectory.defaultPath))"),
        .value("config", "FILE", "configuration file (default: DIR/syncline.json)"),
        .flag("json", "print the results as JSON"),
      ],
      run: test)
  }

  private static func test(_ arguments: ParsedArguments) async throws -> Int32 {
    let directory = try DataDirectory(
      existing: arguments.value("data") ?? DataDirectory.defaultPath)
    let configuration = try directory.readConfiguration(named: arguments.value("config"))
    let channels = configuration.alerts.settings.channels.map(\.name)
    let names = arguments.operands.isEmpty ? channels : arguments.operands
    guard !channels.isEmpty else {
      throw UsageError(["No alert channels are configured (`alerts.channels`). Nothing was sent."])
    }
    let unknown = names.filter { name in !channels.contains { $0 === name } }
    guard unknown.isEmpty else {
      throw UsageError(
        unknown.map { "There is no channel `\($0)`. Nothing was sent." }
          + ["The channels are \(channels.joined(separator: ", "))."])
    }
    let client = HTTPClient()
    let gateway = ConfiguredAlerts(
      configuration.alerts, data: directory, client: client, stores: { [] })
    var results: [(channel: String, result: AlertDeliveryResult)] = []
    for name in names {
      let result = await gateway.sendTest(
        to: name, by: StoreSession.commandLine, at: SystemTime().now, random: .system)
      results.append((name, result))
    }
    report(results, asJSON: arguments.has("json"))
    return results.allSatisfy { $0.result == .delivered } ? 0 : 1
  }

  private static func report(
    _ results: [(channel: String, result: AlertDeliveryResult)], asJSON: Bool
  ) {
    if asJSON {
      let list = results.map { channel, result -> JSONValue in
        [
          "channel": .string(channel), "delivered": .bool(result == .delivered),
          "reason": result.failure.map { .string($0) } ?? nil,
        ]
      }
      return Output.line(JSONValue.array(list).serializedText)
    }
    for (channel, result) in results {
      Output.line("\(channel): \(result.failure ?? "delivered")")
    }
  }
}
