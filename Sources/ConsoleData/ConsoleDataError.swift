import Localization

/// Why a change of users, tokens or sessions was refused; nothing was changed.
public enum ConsoleDataError: Error, Equatable, CustomStringConvertible {
  case invalidName(String)
  case userExists(String)
  /// - Parameter other: The user whose name differs by upper and lower case alone.
  case userNameAlike(String, other: String)
  case userNameOfProgram(String)
  case userNameMixed(String)
  case unknownUser(String)
  case lastAdmin(String)
  case passwordTooShort
  case passwordTooLong
  case passwordCommon
  case passwordChecksBusy
  /// The client's own network has too many waiting.
  case passwordChecksBusyHere
  case tokenExists(String)
  case noMemory
  case tooManyViews(Int)
  case tooManyStaged(Int)
  case tooManyNotes(Int)
  case goneForGood
  case viewExists(String)
  case viewOfOther(String, by: String)

  public var description: String {
    switch self {
    case .invalidName(let name):
      localized(
        "“\(name)” cannot be a name. Use 1 to 64 letters, digits and . _ - @, without blanks.")
    case .userExists(let name):
      localized("There is a user \(name) already. Choose another name, or remove that user first.")
    case .userNameAlike(let name, let other):
      localized(
        "“\(name)” would be taken for the user \(other). Choose a name that differs by more than "
          + "upper and lower case.")
    case .userNameOfProgram(let name):
      localized("“\(name)” is reserved for Syncline. Choose another name.")
    case .userNameMixed(let name):
      localized(
        "“\(name)” has letters that look like others. Use plain letters of one alphabet: Latin, "
          + "Greek or Cyrillic.")
    case .unknownUser(let name): localized("There is no user \(name).")
    case .lastAdmin(let name):
      localized(
        "\(name) is the last admin. Give another user the admin role first, so that somebody can "
          + "manage users.")
    case .passwordTooShort: localized("The password is too short. Use at least 8 characters.")
    case .passwordTooLong: localized("The password is too long. Use at most 1,024 bytes.")
    case .passwordCommon:
      localized(
        "This password is easy to guess. It is on a list of common passwords, or is little more "
          + "than a common word, a date, a keyboard pattern or the user’s name. Use four or five "
          + "unrelated words.")
    case .passwordChecksBusy:
      localized(
        "Too many passwords are being checked right now. This one was not checked, and nothing "
          + "was changed. Try again in a few seconds.")
    case .passwordChecksBusyHere:
      localized(
        "Too many passwords from your network are being checked right now. This one was not "
          + "checked, and nothing was changed. Try again in a few seconds.")
    case .goneForGood:
      localized(
        "This was removed more than \(ConsoleData.removalDaysMax) days ago, or is back already.")
    case .viewExists(let name):
      localized("There is a view “\(name)” again. Remove or rename that one first.")
    case .viewOfOther(let name, let who):
      localized(
        "\(who) shares a view “\(name)” already. Choose another name, or remove that view first.")
    case .tokenExists(let name):
      localized(
        "There is a token \(name) already. Choose another name, or revoke that token first.")
    case .tooManyViews(let limit):
      localized("There are \(limit) saved views of this table already. Remove one first.")
    case .tooManyStaged(let limit):
      localized("\(limit) rows are staged already. Save or discard them first.")
    case .tooManyNotes(let limit):
      localized("There are \(limit) notes here already. Delete one first. Nothing was saved.")
    case .noMemory:
      localized("There is not enough memory to check a password. Try again in a moment.")
    }
  }
}

/// A name of a user or a token: shown on pages and in the audit, so it holds no blanks.
func checkedName(_ name: String) throws(ConsoleDataError) -> String {
  let isName = name.unicodeScalars.allSatisfy { scalar in
    scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
      || "._-@".unicodeScalars.contains(scalar)
  }
  guard isName, (1...64).contains(name.count) else { throw .invalidName(name) }
  return name
}
