import HTTPKit
import JSONKit
import Support
import TableService
import TestSupport

/// Asks the table service for rows by any `$filter` or `$orderby`: they are found or refused, never
/// a failure of the service.
actor FilterCheck {
  static let shared = FilterCheck()

  private var service: (TableService, TemporaryDirectory)?

  func check(_ bytes: [UInt8]) async throws {
    guard let choice = bytes.first else { return }
    let option = choice & 1 == 0 ? "$filter" : "$orderby"
    let version = choice & 2 == 0 ? "2.0.0" : "3.0.0"
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    let target = "/tables/t?\(option)=\(PercentEncoding.encodeQuery(text))"
    let request = HTTPRequest(
      .get, target, headers: ["Host": "127.0.0.1:8081", "ZUMO-API-VERSION": version], body: [])
    let response = await (try begin()).respond(to: request)
    try require(
      [200, 400, 414].contains(response.status), "\(option)=\(text) is answered \(response.status)")
  }

  private func begin() async throws -> TableService {
    if let service { return service.0 }
    let directory = try TemporaryDirectory(inMemory: true)
    let made = try await TableService(
      database: directory.file("service.sqlite"), configuration: TableServiceConfiguration(),
      time: ManualTime(), random: .system)
    let rows: [JSONValue] = [
      [
        "id": "a", "text": "Alpha", "n": 1, "price": 1.5, "done": true,
        "at": "2024-01-15T10:20:30Z",
      ],
      ["id": "b", "text": "100%_", "n": -7, "price": .null, "done": false, "at": "07:14:00"],
      ["id": "c", "n": 9_007_199_254_740_993],
    ]
    for row in rows {
      let request = HTTPRequest(
        .post, "/tables/t",
        headers: [
          "Host": "127.0.0.1:8081", "ZUMO-API-VERSION": "2.0.0", "Content-Type": "application/json",
        ],
        body: row.serialized)
      let response = await made.respond(to: request)
      try require(response.status == 201, "A row is answered \(response.status)")
    }
    service = (made, directory)
    return made
  }
}
