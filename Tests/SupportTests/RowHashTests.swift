import Support
import Testing

@Suite struct RowHashTests {
  private func hash(_ id: String, _ texts: String?...) -> UInt64 {
    let bytes = Array(id.utf8)
    var hash = RowHash(id: bytes.span)
    for text in texts {
      guard let text else {
        hash.addMissing()
        continue
      }
      let bytes = Array(text.utf8)
      hash.add(bytes.span)
    }
    return hash.value
  }

  /// Both sides of the wire compute it, each in its own process, so it must never change.
  @Test func valuesAreTheSameForEver() {
    #expect(hash("") == 3_788_497_763_952_815_460)
    #expect(hash("a", nil, "2026-01-01T00:00:00.000Z") == 14_093_237_072_275_287_056)
  }

  @Test func whatDiffersHashesDifferently() {
    let hashes = [
      hash("a"), hash("b"), hash("ab"), hash("a\u{0}"), hash("a", "b"), hash("a", nil),
      hash("a", ""), hash("", "a"), hash("12345678"), hash("12345678", ""), hash("1234567", "8"),
      hash("123456789"), hash("é"), hash("e\u{301}"),
    ]
    #expect(Set(hashes).count == hashes.count)
  }

  @Test func bucketsFillEvenly() {
    var digest = RowDigest(buckets: 64)
    for number in 0..<6_400 {
      let hash = hash("00000000-0000-4000-8000-0000000\(number)")
      digest.add(1, toBucket: digest.bucket(hash))
    }
    #expect(digest.rows == 6_400)
    #expect(digest.sums.allSatisfy { (50...160).contains($0) })
  }

  @Test func bucketCountsSuitTheTable() {
    #expect(RowDigest.buckets(forRows: 0) == 256)
    #expect(RowDigest.buckets(forRows: 1_000_000) == 32_768)
    #expect(RowDigest.buckets(forRows: 1 << 40) == RowDigest.bucketsMax)
    #expect([0, 3, 131_072].allSatisfy { !RowDigest.isBucketCount($0) })
  }
}
