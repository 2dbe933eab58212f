import TableService
import TestSupport
import Testing

@Suite struct TableFileTests {
  private func problems(_ text: String) -> [String] {
    do {
      _ = try DeclaredTables(parsing: Array(text.utf8))
      return []
    } catch {
      return error.problems
    }
  }

  @Test func everyMistakeIsSaidAtOnce() {
    let found = problems(
      """
      { "tabels": {}, "tables": {
          "ok": { "columns": { "a": { "type": "string", "description": "x" } } },
          "OK": { "columns": {} },
          "sqlite_x": { "columns": {} },
          "t": { "softDelete": 1, "pageSize": 0, "readonly": true, "columns": {
            "id": { "type": "string" },
            "a b": { "type": "string" },
            "n": { "type": "int" },
            "m": { "type": "integer", "minimum": 5, "maximum": 1, "maxLength": 3 },
            "d": { "type": "date", "default": "2024-02-30" },
            "e": { "type": "enum", "values": ["A", "a"], "default": "B" },
            "f": { "type": "enum" },
            "s": { "type": "string", "required": true, "nullable": true },
            "u": { "type": "string", "minLength": 3, "default": "x" },
            "v": 5 } },
          "w": {} } }
      """)
    let expected = [
      "tabels is not known", "tables.OK is ok again", "tables.sqlite_x:",
      "tables.t.readonly is not known", "tables.t.softDelete: write true or false",
      "tables.t.pageSize: write a whole number", "tables.t.columns.id: every table has",
      "tables.t.columns.a b: a name has", "tables.t.columns.n.type: \"int\" is none of string",
      "tables.t.columns.m.maxLength is not known", "tables.t.columns.m.minimum is larger",
      "tables.t.columns.d.default: The field d must be a date",
      "tables.t.columns.e.values has a twice", "tables.t.columns.e.default: The field e must be",
      "tables.t.columns.f.values: write", "tables.t.columns.s: a required column",
      "tables.t.columns.u.default: The field u must be a string with a minimum length of 3",
      "tables.t.columns.v: write an object", "tables.w.columns is missing",
    ]
    for part in expected {
      #expect(found.contains { $0.contains(part) }, "\(part)")
    }
    #expect(found.count == expected.count, "\(found)")
  }

  @Test(arguments: [
    "", "{", "[]", "5", "{}", "{\"tables\":[]}", "{\"tables\":{\"a\":{\"columns\":[]}}}",
    "{\"tables\":{\"a\":{\"columns\":{}},\"a\":{\"columns\":{}}}}",
  ])
  func whatIsNoFileOfTablesIsRefused(text: String) {
    #expect(problems(text).count == 1, "\(problems(text))")
  }
}
