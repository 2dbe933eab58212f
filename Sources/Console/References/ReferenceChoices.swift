import Support
import TemplateKit

/// The rows that the field of a reference offers, with the one that it holds.
struct ReferenceChoices: Sendable {
  let resolver: ReferenceResolver
  /// The newest, and the one of the field.
  private let rows: [(id: String, name: String)]
  /// What the field holds for each row, by id.
  private let texts: UTF8Dictionary<String>

  /// - Parameter id: Of the row that the field holds; any other text too.
  init(_ resolver: ReferenceResolver, holding id: String) async throws {
    self.resolver = resolver
    var rows = try await resolver.offered()
    if !id.isEmpty, !rows.contains(where: { $0.id === id }),
      let name = try await resolver.names(of: [id])[id]
    {
      rows.append((id: id, name: name))
    }
    self.rows = rows
    texts = try await resolver.texts(for: rows)
  }

  /// What the field holds for a row: its name, or its id; any other text as it is.
  func text(_ id: String) -> String { texts[id] ?? id }

  /// What is said beside the field: the id of a row whose name it holds, or the name; nil for any
  /// other text.
  func remark(_ id: String) -> String? {
    guard let row = rows.first(where: { $0.id === id }) else { return nil }
    return remark(row)
  }

  private func remark(_ row: (id: String, name: String)) -> String {
    text(row.id) === row.id ? row.name : VisibleText.shown(row.id)
  }

  /// The rows to choose from, as `OFFERED`.
  func addOffered(to values: inout TemplateDictionary) {
    values.add("OFFERED", each: rows) { option, row in
      option.set("TEXT", text(row.id))
      option.set("REMARK", remark(row))
    }
  }
}

extension ReferenceResolver {
  /// Where the page's script finds rows: `TARGET`, `NAME_COLUMN` and `TARGET_LINK`.
  func target(in store: String) -> TemplateDictionary {
    ["TARGET": table, "NAME_COLUMN": nameColumn, "TARGET_LINK": Links.rows(store, table)]
  }
}
