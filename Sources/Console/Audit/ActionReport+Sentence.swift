import Localization

extension ActionReport {
  /// The headline, such as `204 of 207 rows undeleted`.
  var sentence: String {
    let counted = Format.count(asked, thing == Self.operations ? "operation" : "row")
    guard changed == asked else { return part(Format.number(changed), of: counted) }
    return all(asked == 1 ? name ?? counted : counted)
  }

  private func all(_ things: String) -> String {
    switch done {
    case "edited": localized("\(things) edited.")
    case "undeleted": localized("\(things) undeleted.")
    case "cancelled": localized("\(things) cancelled.")
    case "queued for retry": localized("\(things) queued for retry.")
    case "resolved with your changes": localized("\(things) resolved with your changes.")
    case "resolved with the server’s version":
      localized("\(things) resolved with the server’s version.")
    case "resolved and queued": localized("\(things) resolved and queued.")
    case "discarded": localized("\(things) discarded.")
    case "removed with their rows": localized("\(things) removed with their rows.")
    default: "\(things) \(done)."
    }
  }

  private func part(_ changed: String, of things: String) -> String {
    switch done {
    case "edited": localized("\(changed) of \(things) edited.")
    case "undeleted": localized("\(changed) of \(things) undeleted.")
    case "cancelled": localized("\(changed) of \(things) cancelled.")
    case "queued for retry": localized("\(changed) of \(things) queued for retry.")
    case "resolved with your changes":
      localized("\(changed) of \(things) resolved with your changes.")
    case "resolved with the server’s version":
      localized("\(changed) of \(things) resolved with the server’s version.")
    case "resolved and queued": localized("\(changed) of \(things) resolved and queued.")
    case "discarded": localized("\(changed) of \(things) discarded.")
    case "removed with their rows": localized("\(changed) of \(things) removed with their rows.")
    default: "\(changed) of \(things) \(done)."
    }
  }
}
