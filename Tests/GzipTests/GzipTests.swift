import Gzip
import TestSupport
import Testing

@Suite struct GzipTests {
  @Test(arguments: [Gzip.Effort.fast, .best])
  func whatIsPackedUnpacksToTheSameBytes(effort: Gzip.Effort) throws {
    var generator = SystemRandomNumberGenerator()
    let noise = (0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let text = Array(String(repeating: "<td class=\"num\">1,250.75</td>\n", count: 2_000).utf8)
    for bytes in [[], [0x41], noise, text, text + noise] {
      let packed = try #require(Gzip.pack(bytes, effort))
      #expect(try unpackedGzip(packed) == bytes)
    }
  }

  @Test func pagesBecomeMuchShorter() throws {
    let text = Array(String(repeating: "<td class=\"num\">1,250.75</td>\n", count: 1_000).utf8)
    let fast = try #require(Gzip.pack(text, .fast))
    let best = try #require(Gzip.pack(text, .best))
    #expect(fast.count < text.count / 20)
    #expect(best.count <= fast.count)
  }

  @Test func nothingInItTellsWhenOrWhereItWasPacked() throws {
    let packed = try #require(Gzip.pack(Array("page".utf8), .best))
    // Magic number, deflate, no flags, no time. RFC 1952, section 2.3.
    #expect(packed.prefix(8) == [0x1f, 0x8b, 8, 0, 0, 0, 0, 0])
  }
}
