import ConsoleData
import JSONKit
import Localization

/// The sentences about users, API tokens, accounts and sessions.
///
/// The target has the name, and what was done before or after it.
extension AuditSentence {
  static func ofAccounts(_ record: AuditRecord) -> String {
    guard record.result == .done else { return ofFailedChange(record) }
    let role = record.after?["role"]?.string ?? ""
    if let (user, role) = made(record, "user ", ", added") {
      return localized("\(who) added the user “\(user)” with the role \(role)")
    }
    if let user = name(in: record, "user ", ", removed") {
      return localized("\(who) removed the user “\(user)”")
    }
    if let user = name(in: record, "role of ") {
      let former = record.before?["role"]?.string ?? "?"
      return localized("\(who) changed the role of “\(user)” from \(former) to \(role)")
    }
    if let user = name(in: record, "password of ") {
      return localized("\(who) changed the password of “\(user)”")
    }
    if let user = name(in: record, "two-factor authentication of ", ", turned off") {
      return localized("\(who) turned off two-factor authentication of “\(user)”")
    }
    if let (token, role) = made(record, "API token ", ", created") {
      return localized("\(who) created the API token “\(token)” with the role \(role)")
    }
    if let token = name(in: record, "API token ", ", revoked") {
      return localized("\(who) revoked the API token “\(token)”")
    }
    return localized("\(who) changed users: \(target)")
  }

  /// The name and the role of what was added; the command line has the role in the target.
  private static func made(
    _ record: AuditRecord, _ start: String, _ end: String
  ) -> (name: String, role: String)? {
    if let name = name(in: record, start, end) {
      return (name, record.after?["role"]?.string ?? "")
    }
    for role in Role.allCases {
      if let name = name(in: record, start, "\(end) as \(role.rawValue)") {
        return (name, role.rawValue)
      }
    }
    return nil
  }

  private static func ofFailedChange(_ record: AuditRecord) -> String {
    if let user = name(in: record, "user ", ", added") {
      return localized("\(who) failed to add the user “\(user)”")
    }
    if let user = name(in: record, "user ", ", removed") {
      return localized("\(who) failed to remove the user “\(user)”")
    }
    if let user = name(in: record, "role of ") {
      return localized("\(who) failed to change the role of “\(user)”")
    }
    if let user = name(in: record, "password of ") {
      return localized("\(who) failed to change the password of “\(user)”")
    }
    if let token = name(in: record, "API token ", ", created") {
      return localized("\(who) failed to create the API token “\(token)”")
    }
    if let token = name(in: record, "API token ", ", revoked") {
      return localized("\(who) failed to revoke the API token “\(token)”")
    }
    return localized("\(who) failed to change \(target)")
  }

  /// Of whoever did it.
  static func ofAccount(_ record: AuditRecord) -> String {
    let isDone = record.result == .done
    switch record.target {
    case "own password":
      return isDone
        ? localized("\(who) changed their password")
        : localized("\(who) failed to change their password")
    case "confirmation":
      return isDone
        ? localized("\(who) confirmed the session with their password")
        : localized("\(who) failed to confirm the session with their password")
    case "two-factor authentication on":
      return isDone
        ? localized("\(who) turned on two-factor authentication")
        : localized("\(who) failed to turn on two-factor authentication")
    case "two-factor authentication off":
      return isDone
        ? localized("\(who) turned off two-factor authentication")
        : localized("\(who) failed to turn off two-factor authentication")
    case "new recovery codes":
      return isDone
        ? localized("\(who) created new recovery codes")
        : localized("\(who) failed to create new recovery codes")
    default:
      return record.target.hasPrefix("recovery code used")
        ? localized("\(who) used a recovery code")
        : localized("\(who) changed the account: \(target)")
    }
  }

  static func ofSession(_ record: AuditRecord) -> String {
    if record.target == AuditRecord.signOut { return localized("\(who) signed out") }
    if record.target == "all other sessions" {
      return localized("\(who) ended all other sessions")
    }
    if let number = name(in: record, "session ") {
      return localized("\(who) ended session \(number)")
    }
    return localized("\(who) ended \(target)")
  }

  /// What stands between `start` and `end` in the target; nil where it has other words.
  static func name(in record: AuditRecord, _ start: String, _ end: String = "") -> String? {
    guard record.target.hasPrefix(start), record.target.hasSuffix(end),
      record.target.count > start.count + end.count
    else { return nil }
    return String(record.target.dropFirst(start.count).dropLast(end.count))
  }
}
