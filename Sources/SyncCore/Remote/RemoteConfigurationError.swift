/// What is wrong with the settings of a remote.
public struct RemoteConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Each as whole sentences, without secrets.
  public let problems: [String]

  package init(problems: [String]) { self.problems = problems }

  /// All problems, a sentence each.
  public var description: String { problems.joined(separator: " ") }
}
