public import Support

extension RowDigest {
  /// Adds a row whose columns are id, version, `updatedAt` and whether it is deleted.
  public mutating func add(_ row: borrowing Row) throws(SQLiteError) {
    guard var hash = row.withText(at: 0, { RowHash(id: $0) }) else { return }
    let bucket = bucket(hash.value)
    for column in 1...2 where row.withText(at: column, { hash.add($0) }) == nil {
      hash.addMissing()
    }
    hash.add(try row.flag(at: 3))
    add(hash.value, toBucket: bucket)
  }
}
