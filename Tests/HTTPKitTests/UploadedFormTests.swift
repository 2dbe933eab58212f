import Support
import TestSupport
import Testing

@testable import HTTPKit

/// A form whose body comes piece by piece and stands on the disk.
@Suite struct UploadedFormTests {
  private static let type = "multipart/form-data; boundary=\"--X\""
  private static let body =
    "----X\r\nContent-Disposition: form-data; name=\"_token\"\r\n\r\nsecret\r\n"
    + "----X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b.csv\"\r\n"
    + "Content-Type: text/csv\r\n\r\nid\r\n\r\n--\r\n----\r\n----Y\r\n"
    + "----X\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n----X--\r\n"

  private func form(_ body: [UInt8], pieces: Int) throws -> (UploadedForm, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    let file = try ScratchFile(in: directory.file(""), random: .system)
    let form = try #require(UploadedForm(file, contentType: Self.type))
    for start in stride(from: 0, to: body.count, by: pieces) {
      try body[start..<min(start + pieces, body.count)].withUnsafeBytes { try form.append($0) }
    }
    return (form, directory)
  }

  @Test(arguments: [1, 2, 3, 7, 11, 64, 10_000])
  func findsThePartsWhereverAPieceEnds(pieces: Int) throws {
    let (form, _) = try form(Array(Self.body.utf8), pieces: pieces)
    #expect(form.parts?.map(\.name) == ["_token", "file", "empty"])
    #expect(form["_token"] == "secret" && form["empty"] == "")
    #expect(form["file"] == nil && form["nothing"] == nil)
    let part = try #require(form.file("file"))
    #expect(part.fileName == "a\"b.csv")
    let bytes = try form.file.read(at: part.range.lowerBound, limit: part.range.count)
    #expect(String(decoding: bytes, as: UTF8.self) == "id\r\n\r\n--\r\n----\r\n----Y")
  }

  @Test(arguments: [
    "", "x\(body)", String(body.dropLast(6)), "----X\r\nno head at all\r\n\r\n\r\n----X--",
    "----X\r\n" + String(repeating: "a", count: 9_000),
  ])
  func aBrokenFormHasNoParts(body: String) throws {
    let (form, _) = try form(Array(body.utf8), pieces: 5)
    #expect(form.parts == nil)
    #expect(form["_token"] == nil)
  }

  @Test func theFileIsPrivateAndGoesWithTheForm() throws {
    let directory = try TemporaryDirectory()
    let path: String
    do {
      let file = try ScratchFile(in: directory.file(""), random: .system)
      path = file.path
      #expect(Files.stamp(of: path).map { $0.mode & 0o777 } == 0o600)
      withExtendedLifetime(file) {}
    }
    #expect(!Files.exists(path))
  }
}
