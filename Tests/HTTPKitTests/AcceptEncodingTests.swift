import HTTPKit
import Testing

@Suite struct AcceptEncodingTests {
  @Test(arguments: [
    ("gzip", true), ("gzip, deflate, br, zstd", true), ("deflate,GZIP;q=0.5", true),
    ("br;q=1.0, gzip;q=0.8, *;q=0.1", true), ("gzip ; q=1", true), ("", false), ("br", false),
    ("identity", false), ("gzip;q=0", false), ("gzip; q=0.000", false), ("xgzip", false),
  ])
  func gzipIsTakenWhereItIsNamedAndNotRefused(field: String, isTaken: Bool) {
    let request = HTTPRequest(.get, "/", headers: ["Accept-Encoding": field])
    #expect(request.acceptsGzip == isTaken)
  }

  @Test func aClientThatSaysNothingGetsNothingPacked() {
    #expect(!HTTPRequest(.get, "/").acceptsGzip)
  }
}
