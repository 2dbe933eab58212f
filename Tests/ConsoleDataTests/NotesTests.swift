import TestSupport
import Testing

@testable import ConsoleData

/// Notes on rows, errors and runs.
@Suite struct NotesTests {
  private func add(
    _ data: ConsoleData, _ text: String, _ subject: NoteSubject, store: String = "todo"
  ) async throws -> Note {
    try await data.addNote(text, to: subject, store: store, by: "ann", owner: "user ann")
  }

  @Test func aRowHasItsNotesAndThoseOfItsErrors() async throws {
    let data = try await TestData().data
    _ = try await add(data, "of the row", .row(table: "T", id: "a"))
    _ = try await add(data, "of its error", .error(operation: 7, table: "T", id: "a"))
    _ = try await add(data, "of another", .row(table: "T", id: "A"))
    _ = try await add(data, "of a run", .run(7))
    let found = try await data.notes(store: "todo", table: "T", ids: ["a"])
    #expect(found.map(\.text) == ["of the row", "of its error"])
    let ofErrors = try await data.notes(store: "todo", errorsOf: [7, 8])
    #expect(ofErrors[7]?.map(\.text) == ["of its error"] && ofErrors.count == 1)
    #expect(try await data.notes(store: "todo", runs: [7])[7]?.map(\.text) == ["of a run"])
    #expect(try await data.notes(store: "other", runs: [7]).isEmpty)
  }

  @Test func aDeletedNoteComesBackForAWhile() async throws {
    let test = try await TestData()
    let note = try await add(test.data, "x", .run(1))
    #expect(try await test.data.editNote(note.id, "y"))
    #expect(try await test.data.note(note.id, store: "todo")?.editedAt != nil)
    #expect(try await test.data.removeNote(note.id))
    #expect(try await !test.data.removeNote(note.id))
    #expect(try await !test.data.editNote(note.id, "z"))
    #expect(try await test.data.note(note.id, store: "todo") == nil)
    try await test.data.restoreNote(note.id)
    #expect(try await test.data.note(note.id, store: "todo")?.text == "y")
    _ = try await test.data.removeNote(note.id)
    test.time.advance(milliseconds: 31 * 86_400_000)
    #expect(try await test.data.removedNote(note.id) == nil)
    await #expect(throws: ConsoleDataError.goneForGood) {
      try await test.data.restoreNote(note.id)
    }
  }

  @Test func aStoreOfTheSameNameBeginsWithoutThem() async throws {
    let data = try await TestData().data
    try await data.addUser("ann", role: .operate, password: "correct horse")
    _ = try await add(data, "x", .row(table: "T", id: "a"))
    _ = try await add(data, "run", .run(3))
    #expect(try await data.assign([(1, "ann")], store: "todo", by: "ann", seen: [:]))
    try await data.setAsideRemarks(of: "todo", file: "removed/todo-1.sqlite")
    #expect(try await data.notes(store: "todo", table: "T", ids: ["a"]).isEmpty)
    #expect(try await data.assignments(store: "todo").isEmpty)
    // Its runs are listed still.
    #expect(try await data.notes(store: "todo", runs: [3]).count == 1)
    try await data.restoreRemarks(of: "todo", file: "removed/todo-1.sqlite")
    #expect(try await data.notes(store: "todo", table: "T", ids: ["a"]).count == 1)
    #expect(try await data.assignments(store: "todo")[1]?.assignee == "ann")
  }

  @Test func thereIsAnEndToTheirNumber() async throws {
    let data = try await TestData().data
    for number in 1...ConsoleData.notesMax { _ = try await add(data, "\(number)", .run(1)) }
    await #expect(throws: ConsoleDataError.tooManyNotes(ConsoleData.notesMax)) {
      _ = try await add(data, "one more", .run(1))
    }
    _ = try await add(data, "elsewhere", .run(2))
  }
}

/// Who has which error.
@Suite struct AssignmentDataTests {
  @Test func whatSomebodyElseAssignedIsNotOverwrittenUnseen() async throws {
    let data = try await TestData().data
    for name in ["ann", "ben"] {
      try await data.addUser(name, role: .operate, password: "correct horse")
    }
    #expect(try await data.assign([(1, "ann"), (2, "ann")], store: "s", by: "x", seen: [:]))
    #expect(try await !data.assign([(3, "ben"), (2, "ben")], store: "s", by: "x", seen: [:]))
    #expect(try await data.assignments(store: "s").mapValues(\.assignee) == [1: "ann", 2: "ann"])
    #expect(try await data.assign([(2, nil)], store: "s", by: "x", seen: [2: "ann"]))
    #expect(try await data.assignments(store: "s").mapValues(\.assignee) == [1: "ann"])
    await #expect(throws: ConsoleDataError.unknownUser("eve")) {
      _ = try await data.assign([(2, "eve")], store: "s", by: "x", seen: [:])
    }
  }

  @Test func aLaterUserOfTheNameHasNoneOfThem() async throws {
    let data = try await TestData().data
    try await data.addUser("ann", role: .operate, password: "correct horse")
    #expect(try await data.assign([(1, "ann")], store: "s", by: "x", seen: [:]))
    let removal = try await data.removeUser("ann")
    #expect(try await data.assignments(store: "s")[1]?.isRemoved == true)
    try await data.restoreUser(removal)
    #expect(try await data.assignments(store: "s")[1]?.isRemoved == false)
    try await data.removeUser("ann")
    try await data.addUser("ann", role: .operate, password: "correct horse")
    #expect(try await data.assignments(store: "s")[1]?.isRemoved == true)
  }
}
