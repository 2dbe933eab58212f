package import Support

/// A remote whose server can say in a few bytes what a table holds, so that a comparison lists only
/// the parts that differ.
///
/// Whatever goes wrong is a nil: the complete listing then tells what is the matter.
package protocol DigestRemote: Remote {
  /// The digest of all rows of a table, tombstones included, by their id, version and `updatedAt`
  /// as the server prints them, and whether they are deleted.
  func digest(_ table: String, buckets: Int) async -> RowDigest?

  /// The rows in some buckets, checked to be all that these buckets hold at that moment.
  func identities(
    _ table: String, inBuckets buckets: [Int], of count: Int
  ) async -> [RowIdentity]?
}

extension RowIdentity {
  /// Adds this row to a digest as a server that prints it like this does.
  package func add(to digest: inout RowDigest) {
    var hash = RowHash(id: id)
    let bucket = digest.bucket(hash.value)
    hash.add(version)
    hash.add(updatedAt)
    hash.add(deleted)
    digest.add(hash.value, toBucket: bucket)
  }
}

extension RowHash {
  init(id: String) {
    let bytes = Array(id.utf8)
    self.init(id: bytes.span)
  }

  mutating func add(_ text: String?) {
    guard let text else { return addMissing() }
    let bytes = Array(text.utf8)
    add(bytes.span)
  }
}
