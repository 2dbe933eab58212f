package import SyncCore

/// Collects what is wrong with the settings of a remote, so that one attempt shows every mistake.
package struct ConfigurationCheck {
  private var problems: [String] = []

  package init() {}

  package mutating func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { problems.append(problem()) }
  }

  /// - Returns: The address without a slash at its end.
  package mutating func url(_ url: String, example: String) -> String {
    let found = ServerURL.problems(url)
    require(
      found.isEmpty,
      "The remote's URL cannot be used. \(found.joined(separator: " ")) An example: \(example)")
    return ServerURL.normalized(url)
  }

  /// A secret that may be absent; an empty one counts as absent.
  package mutating func secret(_ value: String?, _ name: String) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return required(value, name)
  }

  /// Keeps line breaks and the like out of header fields.
  package mutating func required(_ value: String, _ name: String) -> String {
    require(
      !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f },
      "The remote's \(name) is empty, or holds a blank, a line break or a character beyond ASCII. "
        + "Check where it comes from.")
    return value
  }

  package func finish() throws(RemoteConfigurationError) {
    if !problems.isEmpty { throw RemoteConfigurationError(problems: problems) }
  }
}
