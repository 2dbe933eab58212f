import JSONKit
import Support

/// The mistakes of a file of tables, each with the place that it is about.
public struct TableFileError: Error, Equatable {
  /// What is wrong, a sentence for each.
  public let problems: [String]
}

extension DeclaredTables {
  /// Reads a file of tables; `docs/tables.schema.json` says what it holds.
  ///
  /// - Throws: Every mistake that the file has.
  public init(parsing bytes: [UInt8]) throws(TableFileError) {
    self.init()
    let document: JSONValue
    var problems: [String] = []
    do {
      document = try JSONValue(parsing: bytes)
      problems = try JSONValue.repeatedMembers(parsing: bytes).map { "\($0) is given twice." }
    } catch {
      throw TableFileError(problems: ["The file is not JSON: \(error)."])
    }
    var file = TableFileReader(document)
    self = file.tables()
    problems += file.problems
    guard problems.isEmpty else { throw TableFileError(problems: problems) }
  }
}

/// Turns a document into declarations and collects what is wrong with it.
struct TableFileReader {
  private let document: JSONValue
  var problems: [String] = []

  init(_ document: JSONValue) { self.document = document }

  mutating func tables() -> DeclaredTables {
    var declared = DeclaredTables()
    guard let root = object(document, "", knowing: ["$schema", "tables"]) else {
      return declared
    }
    if let schema = root["$schema"], schema.string == nil {
      problems.append("$schema: write text.")
    }
    guard let tables = root["tables"] else {
      problems.append("tables is missing: write an object with a member for each table.")
      return declared
    }
    for (name, value) in object(tables, "tables") ?? [:] {
      let place = "tables.\(name)"
      if !Name.isValid(name) || Name.isReservedForTables(name) {
        problems.append("\(place): \(ServiceError.badTableName(name).reason)")
      } else if let other = declared[name] {
        problems.append("\(place) is \(other.name) again; names match without regard to case.")
      }
      declared[name] = table(name, value, place)
    }
    return declared
  }

  private mutating func table(
    _ name: String, _ value: JSONValue, _ place: String
  ) -> TableDeclaration {
    var table = TableDeclaration(name: name)
    let known: UTF8Set = [
      "description", "softDelete", "pageSize", "readOnly", "dynamic", "columns",
    ]
    guard let settings = object(value, place, knowing: known) else { return table }
    description(settings, place)
    table.keepsDeletedRows = flag(settings, "softDelete", place)
    table.isReadOnly = flag(settings, "readOnly", place)
    table.isDynamic = flag(settings, "dynamic", place) ?? false
    table.pageSize = whole(settings, "pageSize", place, in: 1...1_000_000)
    guard let columns = settings["columns"] else {
      problems.append("\(place).columns is missing: write an object with a member for each column.")
      return table
    }
    let members = object(columns, "\(place).columns") ?? [:]
    if members.count > StoredSchema.columnsMax {
      problems.append("\(place).columns: a table has at most \(StoredSchema.columnsMax) columns.")
    }
    for (name, value) in members {
      let place = "\(place).columns.\(name)"
      if let system = ReservedColumn(anyCase: name) {
        problems.append("\(place): every table has the column \(system.rawValue); leave it out.")
      } else if !Name.isValid(name) {
        problems.append(
          "\(place): a name has letters, digits and underscores, does not begin with a digit, and "
            + "has at most \(Name.lengthMax) characters.")
      } else if let other = table[name] {
        problems.append("\(place) is \(other.name) again; names match without regard to case.")
      }
      if let column = column(name, value, place) { table.add(column) }
    }
    return table
  }
}

// MARK: - Columns

extension TableFileReader {
  private mutating func column(
    _ name: String, _ value: JSONValue, _ place: String
  ) -> ColumnDeclaration? {
    guard let settings = object(value, place) else { return nil }
    guard let type = type(settings, place) else { return nil }
    var column = ColumnDeclaration(name: name, type: type)
    checkNames(settings, of: type, place)
    description(settings, place)
    let isNullable = flag(settings, "nullable", place)
    column.isRequired = flag(settings, "required", place) ?? false
    let hasNullDefault = settings["default"] == .null
    column.isNullable =
      isNullable ?? (hasNullDefault || type.isNullableByDefault && !column.isRequired)
    switch type {
    case .text: lengths(settings, place, &column)
    case .integer, .number, .decimal: range(settings, place, &column)
    case .enumeration: column.members = members(settings, place)
    default: break
    }
    if let given = settings["default"] {
      column.givenDefault = defaultValue(given, of: column, place)
    }
    if column.isRequired, column.isNullable {
      problems.append("\(place): a required column holds no nulls; leave out one of the two.")
    }
    return column
  }

  private mutating func type(_ settings: JSONObject, _ place: String) -> StoredType? {
    let names = StoredType.declarable.map(\.name)
    guard let given = settings["type"] else {
      problems.append("\(place).type is missing: write one of \(names.joined(separator: ", ")).")
      return nil
    }
    let known = StoredType.declarable.first { $0.name === given.string ?? "" }
    if known == nil {
      problems.append(
        "\(place).type: \(given.serializedText) is none of \(names.joined(separator: ", ")).")
    }
    return known?.type
  }

  private mutating func checkNames(_ settings: JSONObject, of type: StoredType, _ place: String) {
    var known: UTF8Set = ["type", "nullable", "required", "default", "description"]
    switch type {
    case .text: known.formUnion(["minLength", "maxLength"])
    case .integer, .number, .decimal: known.formUnion(["minimum", "maximum"])
    case .enumeration: known.insert("values")
    default: break
    }
    for (name, _) in settings where !known.contains(name) {
      problems.append("\(place).\(name) is not known for a column of this type.")
    }
  }

  private mutating func lengths(
    _ settings: JSONObject, _ place: String, _ column: inout ColumnDeclaration
  ) {
    column.minLength = whole(settings, "minLength", place, in: 0...1_000_000_000)
    column.maxLength = whole(settings, "maxLength", place, in: 0...1_000_000_000)
    if let minimum = column.minLength, let maximum = column.maxLength, minimum > maximum {
      problems.append("\(place).minLength is larger than maxLength.")
    }
  }

  private mutating func range(
    _ settings: JSONObject, _ place: String, _ column: inout ColumnDeclaration
  ) {
    func limit(_ name: String) -> JSONValue? {
      guard let value = settings[name] else { return nil }
      if column.type.canonical(value) != nil, !value.isNull { return value }
      let noun = column.type == .integer ? "a whole number" : "a number"
      problems.append("\(place).\(name): write \(noun), not \(value.serializedText).")
      return nil
    }
    column.minimum = limit("minimum")
    column.maximum = limit("maximum")
    if let minimum = column.minimum.flatMap({ DecimalNumber($0) }),
      let maximum = column.maximum.flatMap({ DecimalNumber($0) }),
      minimum > maximum
    {
      problems.append("\(place).minimum is larger than maximum.")
    }
  }

  private mutating func members(_ settings: JSONObject, _ place: String) -> [String] {
    let given = settings["values"]?.array ?? []
    let names = given.compactMap(\.string)
    guard !names.isEmpty, names.count == given.count else {
      problems.append("\(place).values: write the enumeration's values in order, as texts.")
      return names
    }
    var seen: UTF8Set = []
    for name in names where !seen.insert(name.lowercased()).inserted {
      problems.append("\(place).values has \(name) twice; values match without regard to case.")
    }
    if names.contains(where: { $0.isEmpty || Int($0) != nil }) {
      problems.append("\(place).values: a value is neither empty nor a number.")
    }
    return names
  }

  private mutating func defaultValue(
    _ given: JSONValue, of column: ColumnDeclaration, _ place: String
  ) -> JSONValue? {
    guard let value = column.canonical(given) else {
      problems.append("\(place).default: \(column.mismatch(given))")
      return nil
    }
    var free = column
    free.isRequired = false
    if let objection = free.objection(to: value) {
      problems.append("\(place).default: \(objection)")
    }
    return value
  }
}

// MARK: - Values

extension TableFileReader {
  private mutating func object(
    _ value: JSONValue, _ place: String, knowing known: UTF8Set? = nil
  ) -> JSONObject? {
    guard let object = value.object else {
      let subject = place.isEmpty ? "The file" : place
      problems.append("\(subject): write an object, not \(value.kindName).")
      return nil
    }
    for (name, _) in object where known.map({ !$0.contains(name) }) ?? false {
      problems.append("\(place.isEmpty ? name : "\(place).\(name)") is not known.")
    }
    return object
  }

  private mutating func description(_ settings: JSONObject, _ place: String) {
    guard let text = settings["description"], text.string == nil else { return }
    problems.append("\(place).description: write text.")
  }

  private mutating func flag(_ settings: JSONObject, _ name: String, _ place: String) -> Bool? {
    guard let value = settings[name] else { return nil }
    if value.bool == nil {
      problems.append("\(place).\(name): write true or false, not \(value.serializedText).")
    }
    return value.bool
  }

  private mutating func whole(
    _ settings: JSONObject, _ name: String, _ place: String, in range: ClosedRange<Int>
  ) -> Int? {
    guard let value = settings[name] else { return nil }
    if let number = value.integer.flatMap({ Int(exactly: $0) }), range.contains(number) {
      return number
    }
    problems.append(
      "\(place).\(name): write a whole number from \(range.lowerBound) to \(range.upperBound), not "
        + "\(value.serializedText).")
    return nil
  }
}
