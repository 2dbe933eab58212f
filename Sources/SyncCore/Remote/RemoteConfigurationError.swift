/// What is wrong with the settings of a remote.
public struct RemoteConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Each as whole sentences, without secrets.
  public let problems: [String]

  public init(problems: [String]) { self.problems = problems }

  public var description: String { problems.joined(separator: " ") }
}
