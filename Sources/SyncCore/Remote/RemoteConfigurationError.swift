/// What is wrong with the settings of a remote.
public struct RemoteConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// One entry per mistake, in whole sentences and without secrets.
  public let problems: [String]

  package init(problems: [String]) { self.problems = problems }

  /// All problems, one after the other.
  public var description: String { problems.joined(separator: " ") }
}
