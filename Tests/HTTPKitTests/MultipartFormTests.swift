import Testing

@testable import HTTPKit

@Suite struct MultipartFormTests {
  private func parsed(_ body: String, boundary: String = "X") -> MultipartForm? {
    MultipartForm(
      HTTPRequest(
        .post, "/", headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
        body: Array(body.utf8)))
  }

  @Test func readsFieldsAndFiles() throws {
    let form = try #require(
      parsed(
        "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\ntwo\r\n"
          + "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"r%22.csv\"\r\n"
          + "Content-Type: text/csv\r\n\r\nid\r\n--Y\r\n\r\n--X--\r\n"))
    #expect(form["a"] == "one\r\ntwo")
    #expect(form.file("f")?.fileName == "r\".csv")
    #expect(form.file("f").map { String(decoding: $0.bytes, as: UTF8.self) } == "id\r\n--Y\r\n")
    #expect(form["f"] == nil)
    #expect(form.file("a") == nil)
  }

  @Test func aFileThatWasNotChosenIsNone() {
    let form = parsed(
      "--X\r\nContent-Disposition: form-data; name=\"f\"; filename=\"\"\r\n\r\n\r\n--X--\r\n")
    #expect(form != nil)
    #expect(form?.file("f") == nil)
  }

  @Test(arguments: [
    "", "--X", "--X\r\n", "--X\r\n\r\n", "X--X--",
    "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nno end",
    "--X\r\nContent-Type: text/plain\r\n\r\nnameless\r\n--X--",
  ])
  func refusesWhatIsBroken(body: String) {
    #expect(parsed(body) == nil)
  }

  @Test func refusesABoundaryThatIsMissingOrTooLong() {
    #expect(parsed("--X--", boundary: "") == nil)
    #expect(parsed("--X--", boundary: String(repeating: "X", count: 71)) == nil)
  }
}
