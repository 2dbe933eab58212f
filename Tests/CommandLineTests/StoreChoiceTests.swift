import Testing

@testable import syncline

/// Which store a command works on, and what to write where that is open.
@Suite struct StoreChoiceTests {
  private func stores(_ names: String...) throws -> [StoreDefinition] {
    let list = names.map {
      #"{"name": "\#($0)", "remote": {"kind": "azure", "url": "http://127.0.0.1:9"}}"#
    }
    let text = #"{"stores": [\#(list.joined(separator: ", "))]}"#
    return try ConfigurationFile(parsing: Array(text.utf8), file: "syncline.json").stores
  }

  private func arguments(_ name: String, _ words: [String]) throws -> ParsedArguments {
    let command = try #require(Commands.all.first { $0.name == name })
    return try ArgumentParser(command: command).parse(words)
  }

  @Test func theOnlyStoreNeedsNoName() throws {
    let store = try StoreSession.choose(
      nil, among: stores("todo"), for: arguments("queue", []))
    #expect(store.name == "todo")
  }

  @Test func severalStoresAreNamedWithACommandToType() throws {
    let delete = try arguments("delete", ["Note", "it's", "--data", "d", "--", "--all"])
    let error = #expect(throws: UsageError.self) {
      try StoreSession.choose(nil, among: stores("todo", "notes"), for: delete)
    }
    #expect(
      error?.description == #"""
        syncline: There are several stores: todo, notes. Name one with --store.
        Try: syncline delete --store todo Note 'it'\''s' --data d -- --all
        """#)
  }

  @Test func aStoreThatDoesNotExistIsAnsweredWithThoseThatDo() throws {
    let error = #expect(throws: UsageError.self) {
      try StoreSession.choose(
        "nope", among: stores("todo", "notes"), for: arguments("queue", ["--store", "nope"]))
    }
    #expect(error?.problems == ["There is no store \"nope\". The stores are: todo, notes."])
  }
}
