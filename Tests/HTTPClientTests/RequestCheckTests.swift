import HTTPClient
import HTTPKit
import Testing

@Suite struct RequestCheckTests {
  @Test(arguments: [
    "ftp://h/", "file:///etc/passwd", "h/path", "", "http://", "http://user@h/",
    "http://user:secret@h/", "http://h/a b", "http://h/\u{e4}", "http://h/\r\nX: y", "gopher://h/",
    "http://h:99999/",
  ])
  func refusesAddressesThatAreNotPlainHTTP(url: String) async throws {
    let error = try #require(await HTTPClient().failure(ClientRequest(.get, url)))
    guard case .invalidRequest = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!error.mayHaveArrived)
    #expect(!"\(error)".contains("secret"))
  }

  @Test(arguments: [
    ("A", "b\r\nC: d"), ("A", "b\nc"), ("A:", "b"), ("", "b"), ("A B", "c"),
    ("Content-Length", "5"), ("transfer-encoding", "chunked"),
  ])
  func refusesHeadersThatSayMoreThanTheyShould(name: String, value: String) async throws {
    let error = await HTTPClient().failure(
      ClientRequest(.get, "http://127.0.0.1:9/", headers: [name: value]))
    guard case .invalidRequest = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(arguments: [0, -1, Double.infinity, .nan])
  func refusesTimeLimitsThatAreNone(seconds: Double) async throws {
    let error = await HTTPClient().failure(
      ClientRequest(.get, "http://127.0.0.1:9/", timeoutSeconds: seconds))
    guard case .invalidRequest = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func refusesABodyOnGet() async throws {
    let error = await HTTPClient().failure(
      ClientRequest(.get, "http://127.0.0.1:9/", body: [1]))
    #expect(error == .invalidRequest("A GET request has no body."))
  }
}
