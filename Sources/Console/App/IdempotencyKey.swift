import ConsoleData
import HTTPKit
import Localization
import Support

/// What tells a request from the same request sent again, such as by a second press of a button.
///
/// Programs send it as the header `Idempotency-Key`, forms as a field that every page fills anew.
///
/// Source: draft-ietf-httpapi-idempotency-key-header.
struct IdempotencyKey: Sendable {
  static let header = "Idempotency-Key"
  static let field = "_key"
  private static let lengthMax = 255

  let id: String
  /// The content of the request, as a hash.
  let fingerprint: String

  /// Nil for a request without a key.
  ///
  /// - Throws: A 400 for a key that cannot be one.
  init?(_ request: HTTPRequest, _ context: PageContext) throws {
    let place = "\(context.who)\n\(context.owner)\n\(request.rawPath)\n"
    if let key = request.headers[Self.header] {
      let isPlain = key.utf8.allSatisfy { (0x21...0x7e).contains($0) }
      guard !key.isEmpty, key.utf8.count <= Self.lengthMax, isPlain else {
        throw HTTPError(
          400,
          localized(
            "\(Self.header) takes 1 to \(Self.lengthMax) visible ASCII characters, such as a UUID. "
              + "Nothing was changed."))
      }
      id = textHash("header\n\(place)\(key)")
      fingerprint = textHash(String(decoding: request.body, as: UTF8.self))
      return
    }
    guard request.contentType == "application/x-www-form-urlencoded",
      let key = try request.form()[Self.field], !key.isEmpty
    else { return nil }
    // The same page with other values in it is another request.
    let fields = try request.form().items.filter { $0.name !== CSRFToken.field }
    fingerprint = textHash(QueryItems(fields).encoded)
    id = textHash("form\n\(place)\(fingerprint)")
  }
}
