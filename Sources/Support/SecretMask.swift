/// Takes secrets out of texts that come from elsewhere: a server may repeat in an answer what it was sent.
public struct SecretMask: Sendable {
  public static let sign = "•••"
  /// Shorter ones would be found in texts that have nothing to do with them.
  private static let bytesMin = 6

  private let secrets: @Sendable () -> [String]

  /// - Parameter secrets: Asked each time, for those that change; in every form that they travel in.
  public init(_ secrets: @escaping @Sendable () -> [String]) { self.secrets = secrets }

  public init(_ secrets: [String?]) {
    let known = secrets.compactMap { $0 }
    self.init { known }
  }

  public func callAsFunction(_ text: String) -> String {
    var text = text
    // The longest first: one may be the beginning of another.
    for secret in secrets().sorted(by: { $0.utf8.count > $1.utf8.count })
    where secret.utf8.count >= Self.bytesMin && text.contains(secret) {
      text = text.replacing(secret, with: Self.sign)
    }
    return text
  }
}
