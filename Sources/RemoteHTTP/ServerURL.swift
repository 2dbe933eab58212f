/// The address of a server as a configuration names it.
package enum ServerURL {
  /// What is wrong with `url`, each as a whole sentence; empty for an address that can be used.
  package static func problems(_ url: String) -> [String] {
    var problems: [String] = []
    let (scheme, rest) = parts(url)
    if !["http", "https"].contains(scheme) {
      problems.append("It must begin with http:// or https://.")
    }
    if url.utf8.contains(where: mustBeEncoded) {
      problems.append("It contains a space or a character that must be percent-encoded.")
    }
    if url.contains(where: { $0 == "?" || $0 == "#" }) {
      problems.append("It must have no query and no fragment.")
    }
    let authority = rest.prefix { !"/?#".contains($0) }
    if authority.contains("@") {
      problems.append(
        "It must hold no user name or password; sign-ins come from the environment.")
    } else if !scheme.isEmpty, let problem = problem(ofAuthority: authority) {
      problems.append(problem)
    }
    return problems
  }

  /// With the scheme in lower case and without a slash at the end.
  package static func normalized(_ url: String) -> String {
    let (scheme, rest) = parts(url)
    return scheme + "://" + withoutSlashesAtEnd(rest)
  }

  /// Host and port.
  package static func host(of url: String) -> String {
    String(parts(url).rest.prefix { $0 != "/" })
  }

  /// From the first slash after the host on; empty for none.
  package static func path(of url: String) -> String { String(parts(url).rest.drop { $0 != "/" }) }

  package static func withoutSlashesAtEnd(_ text: Substring) -> String {
    var text = text
    while text.last == "/" { text.removeLast() }
    return String(text)
  }

  private static func parts(_ url: String) -> (scheme: String, rest: Substring) {
    guard let mark = url.firstRange(of: "://") else { return ("", url[...]) }
    return (url[..<mark.lowerBound].lowercased(), url[mark.upperBound...])
  }

  private static func mustBeEncoded(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte >= 0x7f || "\"<>\\^`{|}".utf8.contains(byte)
  }

  private static func problem(ofAuthority authority: Substring) -> String? {
    // A literal IPv6 address has colons of its own, inside brackets.
    let hostEnd =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let hostEnd else { return "Its host is not well-formed." }
    guard hostEnd > authority.startIndex else { return "It names no host." }
    guard hostEnd < authority.endIndex else { return nil }
    let port = authority[hostEnd...].dropFirst()
    guard authority[hostEnd] == ":", port.utf8.allSatisfy({ (48...57).contains($0) }),
      let number = Int(port), (1...65_535).contains(number)
    else { return "Its port is not a number between 1 and 65535." }
    return nil
  }
}
