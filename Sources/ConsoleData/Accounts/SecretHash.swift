import CSodium
import Support

/// BLAKE2b of a random secret, in hexadecimal: enough for 256 random bits, unlike for passwords.
///
/// Source: RFC 7693.
func secretHash(_ secret: String) -> String {
  var output = [UInt8](repeating: 0, count: 32)
  let bytes = Array(secret.utf8)
  crypto_generichash(&output, output.count, bytes, UInt64(bytes.count), nil, 0)
  return hexadecimal(output)
}

/// BLAKE2b of any text, in hexadecimal, to tell whether another one is the same.
///
/// Source: RFC 7693.
public func textHash(_ text: String) -> String { secretHash(text) }

/// Compares secrets in a time that does not depend on where they differ.
public func isSameSecret(_ left: String, _ right: String) -> Bool {
  let left = Array(left.utf8)
  let right = Array(right.utf8)
  guard left.count == right.count else { return false }
  return sodium_memcmp(left, right, left.count) == 0
}
