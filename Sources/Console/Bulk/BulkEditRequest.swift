import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The edit of a column of many rows: what its form shows, and what was sent with it or as JSON.
struct BulkEditRequest: Sendable {
  /// The action's name, beside those of ``BulkAction``.
  static let action = "edit"
  /// Rows of one edit, so that all of it can be undone.
  static let rowsMax = RowActions.undoMax
  /// Characters that may be looked for, and that may take their place.
  static let textMax = 1_000

  enum Change: String, CaseIterable {
    case set, clear, replace

    var words: String {
      switch self {
      case .set: localized("Set to")
      case .clear: localized("Clear (NULL)")
      case .replace: localized("Replace text")
      }
    }
  }

  /// The names of the form's fields.
  enum Field {
    static let column = "column"
    static let change = "change"
    static let value = "value"
    /// The value for a Boolean column, which is chosen from a list.
    static let flag = "flag"
    /// The row for a column of references, by id or name.
    static let reference = "ref"
    static let find = "find"
    static let replacement = "with"
    /// The newest change when the preview was made.
    static let seen = "seen"
    static let confirmed = "confirmed"
    static let stage = "stage"

    static let all: UTF8Set = [
      column, change, value, flag, reference, find, replacement, seen, confirmed, stage, "preview",
      ConfirmationToken.field, CSRFToken.field,
    ]
  }

  /// Those that can be edited.
  let columns: [Column]
  /// Of columns whose values are ids of rows of other tables.
  var resolvers: UTF8Dictionary<ReferenceResolver> = [:]
  var column: Column
  var change = Change.set
  var value = ""
  var flag = ""
  var reference = ""
  /// Why ``reference`` is no one row; nil where it is, and where no row has it.
  private var referenceMistake: String?
  var find = ""
  var replacement = ""

  /// The form as it is opened.
  init(columns: [Column], first: Column) {
    self.columns = columns
    column = first
  }

  /// The form as it was sent.
  init(columns: [Column], first: Column, form: QueryItems) throws(HTTPError) {
    self.init(columns: columns, first: first)
    guard let name = form[Field.column] else { return }
    guard let column = columns.first(where: { $0.name === name }) else {
      throw Self.notEditable(name)
    }
    guard let change = Change(rawValue: form[Field.change] ?? Change.set.rawValue) else {
      throw HTTPError(400, localized("There is no such change. Use set, clear or replace."))
    }
    self.column = column
    self.change = change
    value = form[Field.value] ?? ""
    flag = form[Field.flag] ?? ""
    // A form without the box has the id, or the name, as any other value.
    reference = form[Field.reference] ?? value
    find = form[Field.find] ?? ""
    replacement = form[Field.replacement] ?? ""
  }

  static func notEditable(_ column: String) -> HTTPError {
    HTTPError(
      422,
      localized(
        "Column “\(column)” does not exist or cannot be edited here. Nothing was changed."),
      code: "no_such_column")
  }

  /// Whether a request to change many rows is about a column.
  static func isIn(_ request: HTTPRequest) throws -> Bool {
    let action =
      request.hasJSONBody
      ? try request.bodyObject()["action"]?.string : try request.form()["action"]
    return action == Self.action
  }

  // MARK: - The edit

  /// The rows that the chosen column refers to; nil for a column of any other kind.
  var resolver: ReferenceResolver? { resolvers[column.name] }

  /// Puts the id where the name of a row was typed.
  mutating func resolveReference() async throws {
    guard let resolver, change == .set else { return }
    guard !reference.isEmpty else { return }
    switch try await resolver.match(reference) {
    case .row(let id): reference = id
    case .several: referenceMistake = resolver.severalNamed(reference)
    case .none: break
    }
  }

  /// - Throws: `FieldError` where a field cannot be read.
  func edit() throws(FieldError) -> ColumnEdit {
    switch change {
    case .clear: return ColumnEdit(column, .set(.null))
    case .set: return ColumnEdit(column, .set(try typed()))
    case .replace: return try replacing(find, replacement)
    }
  }

  private func typed() throws(FieldError) -> JSONValue {
    if let referenceMistake { throw mistake(Field.reference, referenceMistake) }
    guard resolver == nil else { return .string(reference) }
    let isFlag = column.type == .boolean
    let field = isFlag ? Field.flag : Field.value
    // What was typed counts where nothing was chosen, as in a browser that shows both.
    let sent = !isFlag ? value : flag.isEmpty ? value.trimmed : flag
    guard column.type == .text || !sent.trimmed.isEmpty else {
      throw mistake(field, localized("enter a value, or choose “\(Change.clear.words)”"))
    }
    do {
      return try ColumnInput(column: column, was: .null).value(sent, isNullTicked: false)
    } catch {
      throw mistake(field, error.sentence)
    }
  }

  private func replacing(
    _ find: String, _ replacement: String
  ) throws(FieldError) -> ColumnEdit {
    guard column.type == .text else {
      throw mistake(
        Field.change,
        localized("only text can be replaced, and this column is a \(column.type.title)"))
    }
    guard !find.isEmpty else { throw mistake(Field.find, localized("enter the text to find")) }
    for (field, text) in [(Field.find, find), (Field.replacement, replacement)] {
      guard text.count <= Self.textMax else {
        throw mistake(field, localized("enter at most \(Format.number(Self.textMax)) characters"))
      }
    }
    return ColumnEdit(column, .replace(find, with: replacement))
  }

  private func mistake(_ field: String, _ sentence: String) -> FieldError {
    FieldError(field, HTTPError(422, "\(column.name): \(sentence)", code: "invalid"))
  }

  /// The column that a program names: the one member of `values`, or `column`.
  static func column(in body: JSONObject) throws -> String {
    let names = body["values"]?.object?.names ?? []
    let named = body[Field.column]?.string
    guard let name = named ?? names.first, (named == nil ? 0 : 1) + names.count == 1 else {
      throw HTTPError(
        400,
        localized(
          "Send \"values\" with one column, or \"column\" with \"find\" and \"with\". "
            + "Nothing was changed."))
    }
    return name
  }

  /// What a program asks for: a value, where NULL clears, or a text to find and another in its place.
  static func edit(_ body: JSONObject, columns: [Column]) throws -> ColumnEdit {
    let name = try column(in: body)
    guard let column = columns.first(where: { $0.name === name }) else {
      throw notEditable(name)
    }
    if let value = body["values"]?[name] { return ColumnEdit(column, .set(value)) }
    guard let find = body[Field.find]?.string, let text = body[Field.replacement]?.string else {
      throw HTTPError(400, localized("Send the texts \"find\" and \"with\". Nothing was changed."))
    }
    return try BulkEditRequest(columns: columns, first: column).replacing(find, text)
  }
}

extension ColumnEdit {
  /// What is said of rows that need no change.
  var soAlready: String {
    switch change {
    case .set(.null): localized("Already NULL")
    case .set: localized("Already this value")
    case .replace: localized("Without the text")
    }
  }

  /// Tells it from every other edit.
  var mark: String {
    let parts: [JSONValue] =
      switch change {
      case .set(let value): [value]
      case .replace(let text, let replacement): [.string(text), .string(replacement)]
      }
    return JSONValue.array([.string(column.name)] + parts).serializedText
  }
}
