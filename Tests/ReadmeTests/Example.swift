import HTTPClient
import JSONKit
import RemoteAzure
import SyncCore

/// The README's example, run as it stands there.
///
/// - Returns: The texts of the rows that it reads at its end.
func example(url: String, path: String) async throws -> [String] {
  var texts: [String] = []
  // README
  let remote = AzureRemote(try AzureConfiguration(url: url), client: HTTPClient())
  let settings = StoreSettings(tables: [TableSettings(name: "TodoItem")])
  let context = try await SyncContext(path: path, remote: remote, settings: settings)
  let items = context.table("TodoItem")

  // Local and at once: the row and its operation are stored in one transaction.
  let id = try await items.insert(["text": "Dean", "complete": false])
  try await items.update(id, ["complete": true])

  // Explicit: the server hears of it now.
  let report = try await context.push()
  for error in try await context.errors() where error.isConflict {
    try await context.resolve(error.id, .takeServer, by: "example")
  }
  if report.isClean { try await items.pull() }

  for row in try await items.read().rows {
    texts.append(row.record.values["text"]?.string ?? "")
  }
  // README
  return texts
}
