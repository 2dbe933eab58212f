import HTTPKit

/// Leads an address that ends in slashes to the one without them.
///
/// Each page has one address, so what depends on it, such as the current place in the navigation,
/// works whatever was typed.
enum TrailingSlash {
  /// Nil for an address that stays as it is, and for requests that change something.
  ///
  /// - Parameter request: With its path below the console's prefix.
  static func redirect(_ request: HTTPRequest) -> HTTPResponse? {
    let path = request.rawPath
    guard request.method == .get || request.method == .head, path.hasSuffix("/") else { return nil }
    // The console's own paths begin with a letter; others could be read as another host's address.
    guard let first = path.utf8.dropFirst().first, isLetter(first) else { return nil }
    let end = path.utf8.lastIndex { $0 != UInt8(ascii: "/") } ?? path.startIndex
    let query = request.rawQuery.isEmpty ? "" : "?\(request.rawQuery)"
    return HTTPResponse(
      308, headers: ["Location": Links.below(String(path[...end]) + query)])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
