import HTTPKit
import Testing

@Suite struct HTTPHeadersVisibleTests {
  @Test func fieldsThatCarryASignInKeepOnlyTheirName() {
    var headers: HTTPHeaders = ["ETag": "abc-secret", "X-Token": "t"]
    headers.add("Set-Cookie", "session=secret")
    let shown = headers.visible({ $0.replacing("secret", with: "•") }, hiding: ["x-token"])
    #expect(
      Set(shown) == [["ETag", "abc-•"], ["X-Token", "(hidden)"], ["Set-Cookie", "(hidden)"]])
  }
}
