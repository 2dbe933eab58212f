import Foundation
import JSONKit
import Testing

@testable import Console

/// Reading rows piece by piece: where a piece ends must make no difference.
@Suite struct ImportSourceTests {
  /// Pieces of every size put a border at every place.
  private static let sizes = [1, 2, 3, 5, 7, 64, 1 << 16]

  private func read(
    _ bytes: [UInt8], _ size: Int
  ) throws -> (ImportSource, [ImportSource.Row]) {
    var source = try ImportSource(.memory(bytes), pieceBytes: size)
    var rows: [ImportSource.Row] = []
    while let row = try source.next() { rows.append(row) }
    return (source, rows)
  }

  private func sentence(_ bytes: [UInt8], _ size: Int = 4) -> String {
    do {
      _ = try read(bytes, size)
      return ""
    } catch let error as ImportSource.Unreadable {
      return error.sentence
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: sizes)
  func fieldsAreTheSameWhereverAPieceEnds(size: Int) throws {
    let text =
      "\u{feff}id,title,note\r\n1,\"a \"\"quoted\"\", one\",\"two\r\nlines\"\r\n\r\n2,Ünïcödé 🎬,\"\"\r3,,x\n"
    let (source, rows) = try read(Array(text.utf8), size)
    #expect(source.format == .csv)
    #expect(source.columns == ["id", "title", "note"])
    #expect(rows.map(\.number) == [2, 5, 6])
    let fields = rows.map { row in
      row.values.map { value -> String in
        guard case .field(let field) = value.value else { return "?" }
        return field.isQuoted ? "“\(field.text)”" : field.text
      }
    }
    #expect(
      fields == [
        ["1", "“a \"quoted\", one”", "“two\r\nlines”"], ["2", "Ünïcödé 🎬", "“”"], ["3", "", "x"],
      ])
  }

  @Test(arguments: sizes)
  func itemsAreTheSameWhereverAPieceEnds(size: Int) throws {
    let list = #" [ {"id":"a","t":"]}\",{ü\\"} ,{"id":"b","n":{"x":[1,{}]}},{}] "#
    let (source, rows) = try read(Array(list.utf8), size)
    #expect(source.format == .json && source.columns == ["id", "t", "n"])
    #expect(rows.map(\.number) == [1, 2, 3])
    #expect(rows[0].values[1].value == .json("]}\",{ü\\"))
    #expect(rows[1].values[1].value == .json(["x": [1, [:]]]))

    let lines = "\u{feff}{\"id\":\"a\"}\r\n\n{\"id\":\n\"b\"}\n{\"id\":\"c\"}"
    let (other, more) = try read(Array(lines.utf8), size)
    #expect(other.format == .lines)
    #expect(more.map(\.number) == [1, 3, 5])
    #expect(more.map { $0.values[0].value } == [.json("a"), .json("b"), .json("c")])
  }

  @Test func bytesThatAreNoTextAreNamedByTheirLine() {
    #expect(sentence([0xff, 0xfe]).hasPrefix("Line 1 is not UTF-8 text."))
    #expect(
      sentence(Array("id,t\n1,a\n2,b".utf8) + [0xc3] + Array("\n3,c\n".utf8))
        .hasPrefix("Line 3 is not UTF-8 text."))
    #expect(
      sentence(Array("id,t\n1,\"a\nb".utf8) + [0xe2, 0x82] + Array("\"\n".utf8))
        .hasPrefix("Line 3 is not UTF-8 text."))
    #expect(
      sentence(Array("id,t\n1,a\u{0}b\n".utf8)).contains("Line 2 can’t be read: NUL bytes"))
    #expect(sentence(Array("id,\"t\nid,1\",\"\u{0}\"a".utf8)).contains("follows a closing quote"))
    #expect(
      sentence(Array("[{\"a\":1},{\"a\":\"".utf8) + [0xff] + Array("\"}]".utf8))
        .hasPrefix("Item 2 is not UTF-8 text."))
  }

  @Test(arguments: ["[{}", "[{},]", "[{} {}]", "[{}]]", "[{}] x", "[}"])
  func brokenListsAreNamed(text: String) {
    #expect(sentence(Array(text.utf8)).hasPrefix("Invalid JSON list:"))
  }

  @Test func anItemThatIsNestedTooDeepIsCalledThat() throws {
    func item(_ depth: Int) -> String {
      #"{"t":"[]}\"[","a":\#(nest(depth - 1))}"#
    }
    func nest(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    let most = JSONValue.depthMax
    #expect(try read(Array("[\(item(most))]".utf8), 64).1.count == 1)
    #expect(
      sentence(Array("[{},\(item(most + 1))]".utf8))
        == "Item 2 is nested too deep: the limit is 100 levels of lists and objects.")
    #expect(sentence(Array("{}\n\(item(most + 1))".utf8)).hasPrefix("Line 2 is nested too deep"))
    let brackets = String(repeating: "[", count: 200)
    #expect(
      sentence(Array("[{\"a\":\"\(brackets)\\\"\(brackets)\",}]".utf8)).contains("extra comma"))
  }

  @Test func aQuoteThatIsNeverClosedDoesNotFillTheMemory() {
    let body = Array("id,t\n1,\"".utf8) + [UInt8](repeating: 120, count: 5 << 20)
    #expect(sentence(body, 1 << 18).hasPrefix("Line 2 is longer than"))
    let open = Array("{\"a\":\"".utf8) + [UInt8](repeating: 120, count: 5 << 20)
    #expect(sentence(open, 1 << 18).hasPrefix("Line 1 is longer than"))
  }

  @Test func moreRowsThanAreTakenAreRefused() throws {
    #expect(ImportSource.rowsMax == 1_000_000)
    let body = Array("[\(Array(repeating: "{}", count: 1_001).joined(separator: ","))]".utf8)
    var source = try ImportSource(.memory(body), rowsMax: 1_001)
    while try source.next() != nil {}
    #expect(source.rowCount == 1_001)
    var other = try ImportSource(.memory(body), rowsMax: 1_000)
    #expect(throws: ImportSource.Unreadable.self) { while try other.next() != nil {} }
  }

  @Test func endlessColumnsAreRefused() {
    let items = (0...ImportSource.columnsMax).map { "{\"c\($0)\":1}" }.joined(separator: ",")
    #expect(sentence(Array("[\(items)]".utf8), 1 << 12).contains("More than 2000 columns"))
  }
}
