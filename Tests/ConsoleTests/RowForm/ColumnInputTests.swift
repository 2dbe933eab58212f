import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

@Suite struct ColumnInputTests {
  private func value(
    _ text: String, _ type: ColumnType, was: JSONValue = nil, isNullTicked: Bool = false
  ) throws -> JSONValue {
    try ColumnInput(column: Column("c", type), was: was).value(text, isNullTicked: isNullTicked)
  }

  @Test func nullAndEmptyTextAreDifferentAnswers() throws {
    #expect(try value("", .text, isNullTicked: true) == .null)
    #expect(try value("", .text) == "")
    #expect(try value("", .text, was: "a") == "")
    #expect(try value("a", .text, was: "a", isNullTicked: true) == .null)
  }

  @Test func typingIntoAFieldThatWasNullCountsMoreThanItsTick() throws {
    #expect(try value("new", .text, isNullTicked: true) == "new")
  }

  @Test func newTextBesideATickedNullIsAsked() {
    #expect(throws: InputError.self) {
      try value("new", .text, was: "old", isNullTicked: true)
    }
  }

  @Test func numbersAreExact() throws {
    #expect(try value("3", .number) == 3)
    #expect(try value(" 0.5 ", .number) == 0.5)
    #expect(try value("12345678901234567890123", .number) == .number("12345678901234567890123"))
  }

  @Test(arguments: ["3 h", "1,5", "0x10", "\"3\"", "true"])
  func whatIsNoNumberIsSaid(text: String) {
    #expect(throws: InputError.self) { try value(text, .number, was: 1) }
  }

  @Test(arguments: ["1e-400", "-1e-400", "1e400"])
  func aNumberThatNobodyCanKeepIsRefused(text: String) {
    #expect(throws: InputError.self) { try value(text, .number) }
  }

  @Test func datesAreBroughtIntoOneForm() throws {
    #expect(try value("2026-11-24", .date) == "2026-11-24T00:00:00.000Z")
    #expect(throws: InputError.self) { try value("24.11.2026", .date) }
  }

  @Test func anUntouchedValueStaysAsItWas() throws {
    #expect(try value("2026-11-24", .date, was: "2026-11-24") == "2026-11-24")
    #expect(try value("a\r\nb", .text, was: "a\nb") == "a\nb")
    let misfit = ColumnInput(column: Column("c", .number), was: "many")
    #expect(misfit.control == .area)
    #expect(try misfit.value(misfit.text, isNullTicked: false) == "many")
  }

  @Test func aTextWithNULOutlivesTheEditOfAnotherColumn() throws {
    let input = ColumnInput(column: Column("c", .text), was: "\u{0}nul")
    #expect(input.text == #""\u0000nul""# && input.hint.contains("shown as JSON"))
    // A form has no NUL, so it must not hold one.
    #expect(!input.text.utf8.contains(0))
    #expect(try input.value(input.text, isNullTicked: false) == "\u{0}nul")
    #expect(try input.value(#""other""#, isNullTicked: false) == "other")
  }

  @Test func lineBreaksOfBrowsersAreNotStored() throws {
    #expect(try value("a\r\nc", .text, was: "a\nb") == "a\nc")
  }

  @Test(arguments: [
    "a\rb\rc", "\rx", "x\r", "line1\r\nline2\rline3\nline4", "a\n\rb", "a\r\r\nb", "\r\n", "\n",
  ])
  func whatABrowserMakesOfUntouchedLineBreaksIsNoChange(text: String) throws {
    let input = ColumnInput(column: Column("c", .text), was: .string(text))
    #expect(input.control == .area, "a line would drop them")
    let sent = ColumnInput.unixLines(text).replacing("\n", with: "\r\n")
    #expect(try input.value(sent, isNullTicked: false) == .string(text))
    let date = ColumnInput(column: Column("c", .date), was: .string(text))
    #expect(date.control == .area)
    #expect(try date.value(sent, isNullTicked: false) == .string(text))
  }

  @Test func aTextCanTakeALineBreakWhateverItHoldsNow() throws {
    for was: JSONValue in ["short", "", nil] {
      let input = ColumnInput(column: Column("c", .text), was: was)
      #expect(input.control == .area && input.lines == 1)
      #expect(try input.value("a\r\nb", isNullTicked: false) == "a\nb")
    }
    #expect(ColumnInput(column: Column("c", .number), was: 1).control == .line)
    #expect(ColumnInput(column: Column("c", .text), was: "a\nb").lines == 4)
  }

  @Test(arguments: [("a\rb", "a\rc"), ("a\r\nb\n", "a\r\nc"), ("a\nb\r", "a\nc"), ("ab", "a\nc")])
  func aTextThatIsChangedKeepsItsKindOfLineBreak(was: String, expected: String) throws {
    #expect(try value("a\r\nc", .text, was: .string(was)) == .string(expected))
  }

  @Test func jsonKeepsItsDigits() throws {
    #expect(try value("{\"a\": 1.10}", .json, was: [:])["a"]?.double == 1.1)
    #expect(throws: InputError.self) { try value("{a}", .json) }
    #expect(throws: InputError.self) { try value("[1]", .file) }
  }

  @Test func onlyColumnsThatDifferAreWritten() throws {
    let columns = [
      Column("id", .text), Column("text", .text), Column("done", .boolean),
      Column("rank", .number),
    ]
    let record = Record(id: "a", values: ["text": "old", "done": false])
    let posted = try #require(
      QueryItems(
        decoding: "v.text=old&w.text=%22old%22&v.done=true&w.done=false&v.rank=&w.rank=null"
          + "&n.rank=1&v.id=b"))
    let form = RowForm(columns: columns, record: record, posted: posted)
    #expect(!form.hasMistakes)
    #expect(form.changes == ["done": true])
  }

  @Test func aFormWithAMistakeKeepsTheTyping() throws {
    let posted = try #require(QueryItems(decoding: "v.rank=3+h&w.rank=5"))
    let form = RowForm(columns: [Column("rank", .number)], record: nil, posted: posted)
    #expect(form.hasMistakes)
    #expect(form.fields[0].text == "3 h")
    #expect(form.fields[0].mistake?.contains("3 h") == true)
  }

  @Test func furtherColumnsComeAsJSON() throws {
    let posted = try #require(QueryItems(decoding: "more=%7B%22rank%22%3A2%7D"))
    #expect(RowForm(columns: [], record: nil, posted: posted).changes == ["rank": 2])
    let broken = try #require(QueryItems(decoding: "more=rank"))
    #expect(RowForm(columns: [], record: nil, posted: broken).hasMistakes)
  }
}
