import Support
import TestSupport
import Testing

@testable import Crypto

/// A request that was signed elsewhere, and checked by two other programs.
private enum Vector {
  static let key =
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEtsdmz1XQEtwy3jjzoi6fRxc3KbTMKGaJhQMRBymBaKRgPovfhyGykGRt"
    + "IwXqVqyq3WTtOV6XmfAfTBxSbAqIWg=="
  static let body = #"{"query":{"recordType":"Note"},"resultsLimit":10}"#
  static let bodyHash = "YyrGmWSzACdtXwWXJWnGn2jwei6CA+a1IJWV2Bs0wTc="
  static let message =
    "2026-01-25T22:15:43Z:YyrGmWSzACdtXwWXJWnGn2jwei6CA+a1IJWV2Bs0wTc=:/database/1/"
    + "iCloud.com.example.app/development/public/records/query"
  static let signature =
    "MEUCIDAvn2R1VPAYv3TlNbFSP9+SzdwnTydNxUW8ggLiTLHlAiEA1EOrMDrNzRkKKkpXZtRxigufsNDql3jyPewoBQ7J"
    + "GfE="
}

@Test func digestIsThatOfTheVector() throws {
  #expect(Base64.encode(SHA256.digest(Array(Vector.body.utf8))) == Vector.bodyHash)
  #expect(
    Base64.encode(SHA256.digest([])) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
}

@Test func signatureOfTheVectorVerifies() throws {
  let key = try VerifyingKey(der: #require(Base64.decode(Vector.key)))
  let signature = try #require(Base64.decode(Vector.signature))
  #expect(key.verifies(signature, of: Array(Vector.message.utf8)))
  #expect(!key.verifies(signature, of: Array((Vector.message + "\n").utf8)))
  #expect(!key.verifies(Array(signature.dropLast()), of: Array(Vector.message.utf8)))
}

/// What the `openssl` program makes of files in a folder.
private struct OpenSSL {
  let directory = try? TemporaryDirectory()

  func file(_ name: String) throws -> String { try #require(directory).file(name) }

  @discardableResult
  func run(_ arguments: String...) throws -> (status: Int32, output: String) {
    try ChildProcess.run(["openssl"] + arguments)
  }

  func bytes(_ name: String) throws -> [UInt8] { try Files.read(file(name)) }
}

@Test(arguments: ["EC PRIVATE KEY", "PRIVATE KEY"])
func anotherProgramVerifiesWhatIsSigned(form: String) throws {
  let openssl = OpenSSL()
  let pem = try openssl.file("key.pem")
  try openssl.run("ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", pem)
  if form == "PRIVATE KEY" {
    try openssl.run("pkcs8", "-topk8", "-nocrypt", "-in", pem, "-out", openssl.file("8.pem"))
  }
  let bytes = try openssl.bytes(form == "PRIVATE KEY" ? "8.pem" : "key.pem")
  #expect(String(decoding: bytes, as: UTF8.self).contains("BEGIN \(form)"))
  try openssl.run("ec", "-in", pem, "-pubout", "-out", openssl.file("public.pem"))

  let message = Array(Vector.message.utf8)
  let signature = try SigningKey(pem: bytes).signature(of: message)
  // DER: a sequence of two integers.
  #expect(signature.first == 0x30)
  try Files.write(signature, to: openssl.file("signature"))
  try Files.write(message, to: openssl.file("message"))
  let verdict = try openssl.run(
    "dgst", "-sha256", "-verify", openssl.file("public.pem"), "-signature",
    openssl.file("signature"), openssl.file("message"))
  #expect(verdict.status == 0)
  #expect(verdict.output.contains("Verified OK"))
}

@Test func whatIsNoKeyIsRefusedWithoutShowingIt() throws {
  let openssl = OpenSSL()
  #expect(throws: SigningKeyError.unreadable) { try SigningKey(pem: Array("nonsense".utf8)) }
  #expect(throws: SigningKeyError.unreadable) { try SigningKey(pem: []) }
  #expect(throws: SigningKeyError.unreadable) { try VerifyingKey(der: [1, 2, 3]) }
  let other = try openssl.file("other.pem")
  try openssl.run("ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", other)
  #expect(throws: SigningKeyError.otherCurve) { try SigningKey(pem: openssl.bytes("other.pem")) }
  try openssl.run(
    "ec", "-in", other, "-aes256", "-passout", "pass:secret", "-out", openssl.file("locked.pem"))
  #expect(throws: SigningKeyError.unreadable) { try SigningKey(pem: openssl.bytes("locked.pem")) }
}
