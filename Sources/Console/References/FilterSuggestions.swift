import JSONKit
import Support
import SyncCore
import SyncInspection

/// Values that a filter's box suggests for a column; of references, with the names of their rows.
struct FilterSuggestions: Sendable {
  private static let namedMax = 20
  /// How long rows are searched by their names.
  private static let nameTime = Duration.milliseconds(150)

  private let column: String
  private(set) var values: [JSONValue]
  /// By id; empty for a column of any other kind.
  private(set) var names: UTF8Dictionary<String> = [:]

  /// - Parameter text: What somebody typed: part of a value, or of a name.
  init(
    _ name: String, of table: String, with text: String? = nil, in store: StoreHandle
  ) async throws {
    column = name
    values = try await store.sync.suggestions(table, name, with: text)
    guard let column = try await store.columns(of: table).first(where: { $0.name === name }),
      let resolver = try await ReferenceResolver(column, of: table, in: store)
    else { return }
    names = try await resolver.names(of: values.compactMap(\.string))
    guard let text else { return }
    let found = try await resolver.rows(
      containing: text, max: Self.namedMax, within: Self.nameTime)
    values += found.filter { names[$0.id] == nil }.map { .string($0.id) }
    for row in found { names[row.id] = row.name }
  }

  var json: JSONValue {
    [
      "column": .string(column), "values": .array(values.filter(\.fitsOneLine)),
      "names": .object(
        JSONObject(names.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })),
    ]
  }
}
