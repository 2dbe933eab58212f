import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The form that resolves a conflict field by field.
///
/// Works without script: a side may be picked, or a value typed, which then counts more.
struct MergeForm {
  enum Side: String, Sendable {
    case local, server
  }

  struct Field {
    var column: Column
    var base: JSONValue?
    var local: JSONValue
    var server: JSONValue
    var side: Side?
    /// What the result was opened with.
    var prefilled: String
    var typed: String
    /// Whether NULL was ticked when the form was opened, and is now.
    var isNullPrefilled = false
    var isNullTicked = false
    var mistake: String?

    var changedHere: Bool { base.map { $0 != local } ?? true }
    var changedThere: Bool { base.map { $0 != server } ?? true }

    mutating func takeOver(_ posted: QueryItems) {
      side = posted["f-\(column.name)"].flatMap(Side.init(rawValue:))
      prefilled = posted["p-\(column.name)"] ?? ""
      typed = posted["v-\(column.name)"] ?? prefilled
      isNullPrefilled = posted["q-\(column.name)"] == "1"
      isNullTicked = posted["n-\(column.name)"] != nil
    }

    /// True while no side is chosen and no result is given.
    var isOpen: Bool { side == nil && typed.isEmpty && !isNullTicked }

    func value(of side: Side) -> JSONValue { side == .local ? local : server }

    /// True or false, and NULL: nothing that anybody has to type.
    var isChosenFromList: Bool {
      column.type == .boolean && column.type.accepts(local) && column.type.accepts(server)
    }

    /// The side's value as it stands in the result's control.
    func text(of side: Side) -> String {
      let value = value(of: side)
      if isChosenFromList, value.isNull { return Self.nullWord }
      return ColumnInput(column: column, was: value).text
    }

    /// The same in a word or two, as the name of the side's button.
    func words(of side: Side) -> String {
      if value(of: side).isNull { return "NULL" }
      let text = text(of: side)
      return text.utf8.count > Cell.listMax ? "\(text.prefix(Cell.listMax))…" : text
    }

    /// NULL in a list of choices.
    static let nullWord = "null"
  }

  /// The columns that differ between this store and the server.
  private(set) var fields: [Field] = []
  /// The columns that are the same on both sides.
  private(set) var same: [(column: Column, value: JSONValue)] = []

  /// The form as it is opened: what only one side changed is chosen already.
  init(columns: [Column], base: Record?, local: Record, server: Record) {
    for column in Self.all(columns, [base, local, server].compactMap { $0 }) {
      let (mine, theirs) = (local.value(column.name), server.value(column.name))
      guard mine != theirs else {
        same.append((column, mine))
        continue
      }
      var field = Field(
        column: column, base: base?.value(column.name), local: mine, server: theirs,
        prefilled: "", typed: "")
      if field.changedHere != field.changedThere {
        field.side = field.changedHere ? .local : .server
      }
      if let side = field.side {
        field.prefilled = field.text(of: side)
        field.typed = field.prefilled
        field.isNullPrefilled = field.value(of: side).isNull && !field.isChosenFromList
        field.isNullTicked = field.isNullPrefilled
      }
      fields.append(field)
    }
  }

  /// Fields that both sides changed and for which a person has to choose yet.
  var openFields: Int { fields.count(where: \.isOpen) }

  var mistakes: [(column: String, sentence: String)] {
    fields.compactMap { field in field.mistake.map { (field.column.name, $0) } }
  }

  /// Takes over what was sent, and gives the values where they differ from the server's.
  ///
  /// - Returns: Nil when a field cannot be read; ``mistakes`` says why.
  mutating func read(_ posted: QueryItems) -> JSONObject? {
    var values = JSONObject()
    for index in fields.indices {
      let name = fields[index].column.name
      fields[index].takeOver(posted)
      do {
        let value = try Self.result(fields[index])
        if value != fields[index].server { values[name] = value }
      } catch {
        fields[index].mistake = error.sentence
      }
    }
    return mistakes.isEmpty ? values : nil
  }

  /// Takes over what was sent for a rule that holds for many rows, which needs a side each.
  mutating func takeOver(_ posted: QueryItems, missing: [String], sentence: String) {
    for index in fields.indices {
      fields[index].takeOver(posted)
      if missing.contains(fields[index].column.name) { fields[index].mistake = sentence }
    }
  }

  /// The columns with a side ticked whose result would be another value than that side's.
  func typedColumns(in posted: QueryItems) -> UTF8Set {
    UTF8Set(
      fields.compactMap { field in
        var field = field
        field.takeOver(posted)
        guard let side = field.side else { return nil }
        return (try? Self.result(field)) == field.value(of: side) ? nil : field.column.name
      })
  }

  private static func result(_ field: Field) throws(InputError) -> JSONValue {
    // Not as `String`: Swift holds composed and decomposed letters for equal.
    let lines = { Array(ColumnInput.unixLines($0).utf8) }
    let isTyped = lines(field.typed) != lines(field.prefilled)
    let isAsSide = field.side.map { lines(field.typed) == lines(field.text(of: $0)) } ?? false
    // Ticking counts more than a side; a tick that was there already counts less than typing.
    if field.isNullTicked, !field.isNullPrefilled {
      guard !isTyped || isAsSide || field.typed.isEmpty else {
        throw InputError(
          sentence: localized("enter a value or select NULL, not both"))
      }
      return .null
    }
    let isUnticked = field.isNullPrefilled && !field.isNullTicked
    if isUnticked, field.typed.isEmpty, field.side.map({ field.value(of: $0).isNull }) ?? true {
      guard field.column.type == .text else {
        throw InputError(sentence: localized("enter a value or select NULL"))
      }
      return ""
    }
    // The page's script fills the picked side in; NULL and an empty text look the same there.
    if let side = field.side, isAsSide { return field.value(of: side) }
    if isTyped {
      if field.isChosenFromList, field.typed == Field.nullWord { return .null }
      if field.typed.trimmed.isEmpty, field.column.type != .text { return .null }
      let like = field.side.map(field.value(of:)) ?? field.local
      return try ColumnInput(column: field.column, was: like)
        .value(field.typed, isNullTicked: false)
    }
    guard let side = field.side else {
      throw InputError(sentence: localized("choose a side or type a value"))
    }
    return field.value(of: side)
  }

  /// Keeps what stood in the results for another state of the copies.
  ///
  /// Such a result is its side only where it is that side's value still; else no side is chosen, for
  /// the one that is chosen by itself may be another value.
  mutating func keepTyped(_ posted: QueryItems) {
    for index in fields.indices {
      var old = fields[index]
      old.takeOver(posted)
      if old.typed != old.prefilled {
        let side = [Side.local, .server].first { fields[index].text(of: $0) == old.typed }
        fields[index].side = side
        fields[index].typed = old.typed
        fields[index].prefilled = side == nil ? "" : old.typed
      }
      if old.isNullTicked, !old.isNullPrefilled { fields[index].isNullTicked = true }
    }
  }

  /// The store's columns in their order, then those that only a copy has.
  static func all(_ columns: [Column], _ records: [Record]) -> [Column] {
    var all = columns.filter { !$0.isSystem }
    var known = UTF8Set(all.map(\.name))
    for record in records {
      for (name, value) in record.values where known.insert(name).inserted {
        all.append(Column(name, ColumnType(of: value) ?? .text))
      }
    }
    return all
  }
}
