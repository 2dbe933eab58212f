internal import Localization

/// Why an undo was refused, in sentences for `SyncError.cannotUndo`.
enum UndoRefusal {
  static var tooLongAgo: String { localized("Already undone, or too long ago.") }

  static var unreadable: String { localized("The undo data cannot be read.") }

  static var deltaTokenChanged: String {
    localized("A pull has written another delta token since.")
  }

  static func pulled(_ table: String) -> String {
    localized("\(table) was pulled from the new server since.")
  }

  static func nothingKept(of id: String, in table: String) -> String {
    localized("There is no undo data for row \(id) of \(table).")
  }

  static func notKeptAnyLonger(_ id: String, in table: String) -> String {
    localized("The undo data of row \(id) of \(table) is no longer kept.")
  }

  static func changed(_ id: String, in table: String) -> String {
    localized("Row \(id) of \(table) changed since.")
  }

  static func gone(_ id: String, in table: String) -> String {
    localized("Row \(id) of \(table) is gone.")
  }

  static func deletionSent(_ id: String, in table: String) -> String {
    localized("Row \(id) of \(table) cannot come back: its deletion was sent.")
  }

  static func changedAndBack(_ id: String, in table: String) -> String {
    localized("Row \(id) of \(table) changed since and back again.")
  }

  static func changedOrMoved(_ id: String, in table: String) -> String {
    localized("Row \(id) of \(table) or its place in the queue changed since.")
  }

  /// - Parameter id: Of one of the rows.
  static func allChanged(suchAs id: String) -> String {
    localized("All its rows changed since, such as \(id).")
  }
}

/// Why a filter was refused, in sentences for `SyncError.badFilter`.
enum FilterRefusal {
  static func noColumn(in table: String) -> String { localized("\(table) has no such column.") }

  static var maskedText: String {
    localized("Its values are masked, so the text of rows can’t be searched.")
  }

  static var masked: String {
    localized("Its values are masked, so rows can’t be filtered, sorted or counted by it.")
  }

  static func tooMany(_ count: Int, max: Int) -> String {
    localized("Too many filters: \(count). A list takes at most \(max).")
  }

  static func tooManyValues(max: Int) -> String {
    localized("The filters hold more than \(max) values.")
  }

  static var noNullness: String { localized("To filter by NULL, use true or false.") }

  static var booleanOrder: String {
    localized("A Boolean column has no order; filter by true or false instead.")
  }

  static func noOrder(_ columnType: ColumnType) -> String {
    let type = columnType.rawValue
    return localized("A \(type) column has no order; use contains.")
  }

  static var emptyList: String { localized("The list is empty.") }

  static func noBoolean(_ value: String) -> String {
    localized("“\(value)” is not true or false.")
  }

  static func noNumber(_ value: String) -> String { localized("“\(value)” is not a number.") }

  static func noDate(_ value: String) -> String {
    localized("“\(value)” is not a date such as 2017-05-08 or 2017-05-08T07:07:01Z.")
  }
}

/// Why an id was refused, as the end of a sentence for `SyncError.invalidID`.
enum IDRefusal {
  static var missing: String { localized("it is missing.") }

  static var empty: String { localized("it is empty.") }

  static var controlCharacter: String { localized("it has a control character.") }

  static var serverGivesIDs: String {
    localized(
      "the server gives new rows their ids. Leave it out; the row gets its id with the next push.")
  }

  static func noText(_ kind: String) -> String { localized("it is \(kind), and ids are text.") }

  static func tooLong(max: Int) -> String { localized("it has more than \(max) characters.") }

  static func otherMeaning(_ id: String) -> String {
    localized("“\(id)” means something else in an address.")
  }

  static func badCharacter(_ character: String) -> String {
    localized("it has a \(character) in it.")
  }
}
