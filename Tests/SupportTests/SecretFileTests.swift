import Foundation
import Support
import TestSupport
import Testing

@Suite struct SecretFileTests {
  private let directory: TemporaryDirectory
  private let path: String

  init() throws {
    directory = try TemporaryDirectory()
    path = directory.file("it's a key")
    try Files.write(Array("secret\n".utf8), to: path)
  }

  @Test(arguments: [0o604, 0o644, 0o606, 0o664, 0o777, 0o660] as [mode_t])
  func aFileThatOthersHaveAccessToIsNotUsed(mode: mode_t) throws {
    chmod(path, mode)
    let error = try #require(
      #expect(throws: SecretFileError.self) { try SecretFile.read(path) })
    #expect(error == .exposed(path, mode: mode))
    #expect("\(error)".contains("mode 0\(String(mode, radix: 8))"))
    #expect("\(error)".hasSuffix("Run: chmod 600 '\(directory.file(#"it'\''s a key"#))'"))
    #expect(!"\(error)".contains("secret\n"))
  }

  @Test func aFileOfItsOwnerAloneIsUsed() throws {
    for mode: mode_t in [0o600, 0o400, 0o700] {
      chmod(path, mode)
      #expect(try SecretFile.read(path) == Array("secret\n".utf8))
    }
  }

  @Test func aFileOfRootMayBeReadableForItsGroup() throws {
    chmod(path, 0o640)
    if getuid() == 0 {
      #expect(throws: Never.self) { try SecretFile.read(path) }
    } else {
      #expect(throws: SecretFileError.self) { try SecretFile.read(path) }
    }
  }

  @Test func theFileThatALinkLeadsToCounts() throws {
    let link = directory.file("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: Never.self) { try SecretFile.read(link) }
    chmod(path, 0o644)
    #expect(throws: SecretFileError.self) { try SecretFile.read(link) }
  }

  @Test func aFileThatIsMissingSaysSo() {
    let missing = directory.file("missing")
    let error = #expect(throws: SecretFileError.self) { try SecretFile.read(missing) }
    #expect(error.map { "\($0)".contains("No such file") } == true)
  }
}
