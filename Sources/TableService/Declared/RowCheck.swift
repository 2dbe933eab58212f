import JSONKit
import Support

/// Brings the values of a request to the columns of its table.
struct RowCheck {
  /// What the values are for.
  enum Purpose {
    /// A new row: absent columns get their defaults.
    case insert
    /// The whole row: the same.
    case replacement
    /// Some columns of a row: the others stay.
    case changes
  }

  let table: TableDeclaration
  let version: APIVersion
  let purpose: Purpose

  /// The values in the form in which they are stored.
  func checked(_ values: JSONObject) throws(InvalidRow) -> JSONObject {
    var given: UTF8Dictionary<JSONValue> = [:]
    var checked = JSONObject()
    var mistakes: [FieldMistake] = []
    for (name, value) in values {
      if table[name] != nil {
        given[Name.folded(name)] = value
      } else if table.isDynamic {
        checked[name] = value
      } else if version == .v2 {
        mistakes.append(FieldMistake(column: name, message: "\(table.name) has no field \(name)."))
      }
    }
    for column in table.columns {
      switch check(column, given[Name.folded(column.name)]) {
      case .success(let value?): checked[column.name] = value
      case .success(nil): break
      case .failure(let mistake): mistakes.append(mistake.mistake)
      }
    }
    guard mistakes.isEmpty else {
      throw InvalidRow(table: table.name, mistakes: mistakes, version: version)
    }
    return checked
  }

  private struct Refused: Error {
    let mistake: FieldMistake
  }

  /// - Returns: What to write to the column; nil for nothing.
  private func check(
    _ column: ColumnDeclaration, _ given: JSONValue?
  ) -> Result<JSONValue?, Refused> {
    func refuse(_ message: String) -> Result<JSONValue?, Refused> {
      .failure(Refused(mistake: FieldMistake(column: column.name, message: message)))
    }
    var given = given
    // The Azure clients send null for every column that a new row has no value for.
    if version == .v2, purpose == .insert, given == .null { given = nil }
    guard let given else {
      if purpose == .changes { return .success(nil) }
      if column.isRequired { return refuse("The \(column.name) field is required.") }
      return column.objection(to: column.defaultValue).map(refuse) ?? .success(column.defaultValue)
    }
    guard let value = column.canonical(given) else { return refuse(column.mismatch(given)) }
    return column.objection(to: value).map(refuse) ?? .success(value)
  }
}
