import ConsoleData
import HTTPKit
import Support

/// The CSRF token of a session, which its forms carry and no other site can know.
enum CSRFToken {
  static let field = "_token"
  /// For scripts of the console's own pages, which send no form.
  static let header = "X-Syncline-Token"

  /// The secret as one page carries it: random bytes, and the secret laid over them.
  ///
  /// The same secret on page after page could be found out from the lengths of packed pages; of
  /// words that differ each time, lengths tell nothing.
  static func masked(_ secret: String, _ random: RandomSource) -> String {
    let pad = random.bytes(secret.utf8.count)
    return Base64.encodeForURL(pad + zip(pad, secret.utf8).map { $0 ^ $1 })
  }

  /// Whether `sent` is the secret, masked or as it is.
  static func isSame(_ sent: String, as secret: String) -> Bool {
    guard sent.utf8.count > secret.utf8.count else { return isSameSecret(sent, secret) }
    guard let bytes = Base64.decode(sent) else { return false }
    let (pad, rest) = (bytes.prefix(bytes.count / 2), bytes.suffix(bytes.count - bytes.count / 2))
    return isSameSecret(String(decoding: zip(pad, rest).map { $0 ^ $1 }, as: UTF8.self), secret)
  }

  /// - Throws: What is wrong with a form that cannot be read.
  static func isValid(
    in request: HTTPRequest, for expected: String
  ) throws(HTTPError) -> Bool {
    if let sent = request.headers[header] { return isSame(sent, as: expected) }
    if request.contentType == "multipart/form-data" {
      guard let sent = request.multipartField(field) else { return false }
      return isSame(sent, as: expected)
    }
    guard request.contentType == "application/x-www-form-urlencoded",
      let sent = try request.form()[field]
    else { return false }
    return isSame(sent, as: expected)
  }
}
