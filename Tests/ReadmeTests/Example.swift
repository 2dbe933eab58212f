import HTTPClient
import JSONKit
import RemoteAzure
import SyncCore

/// The README's example, with the server, the file and the output as parameters.
func example(url: String, path: String, print: (String) -> Void) async throws {
  // README
  let server = try AzureConfiguration(url: url)
  let settings = StoreSettings(tables: [TableSettings(name: "TodoItem")])
  let context = try await SyncContext(
    path: path, remote: .azure(server, client: HTTPClient()), settings: settings)
  let items = context.table("TodoItem")

  // Stores the row and its operation in one transaction; the server is not called.
  let id = try await items.insert(["text": "Check the pump", "complete": false])
  try await items.update(id, ["complete": true])

  // Sends the queue, resolves conflicts, and fetches what changed.
  let report = try await context.push()
  for error in try await context.errors() where error.isConflict {
    try await context.resolve(error.id, .takeServer, by: "example")
  }
  if report.isClean { try await items.pull() }

  for row in try await items.read().rows {
    print(row.record.values["text"]?.string ?? "")
  }
  // README
}
