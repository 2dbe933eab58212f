/// A cookie to set: `HttpOnly`, `SameSite=Lax`, for the whole site.
///
/// Source: RFC 6265, section 4.1.
public struct SetCookie: Sendable {
  public var name: String
  /// Must be a cookie value already: letters, digits and `-_.~` are.
  public var value: String
  public var maxAgeSeconds: Int?
  public var isSecure: Bool
  public var path: String

  public init(
    _ name: String, _ value: String, maxAgeSeconds: Int? = nil, isSecure: Bool = false,
    path: String = "/"
  ) {
    self.name = name
    self.value = value
    self.maxAgeSeconds = maxAgeSeconds
    self.isSecure = isSecure
    self.path = path
  }

  /// The field value of `Set-Cookie`.
  public var encoded: String {
    var text = "\(name)=\(value); Path=\(path); HttpOnly; SameSite=Lax"
    if let maxAgeSeconds { text += "; Max-Age=\(maxAgeSeconds)" }
    if isSecure { text += "; Secure" }
    return text
  }
}
