import JSONKit

/// Versions of rows that one pull has brought, to tell those that come again.
///
/// Pages that follow stamps begin where the one before ended, so the rows at a border come twice.
/// Only the last ones are kept: no border is wider than that, save in a table that was filled with
/// one stamp, and then the rows of one page alone come again.
struct RecentVersions {
  /// As many, and at most as many again, are remembered.
  static let keptMax = 20_000
  private var newer: Set<Int> = []
  private var older: Set<Int> = []

  /// Notes the rows of a page.
  ///
  /// - Returns: How many of them had come in the same version. A row without one is always new,
  ///   for its values may have changed.
  mutating func countAgain(_ batch: RecordBatch) -> Int {
    var again = 0
    batch.forEachVersion { version in
      if older.contains(version) {
        again += 1
      } else if !newer.insert(version).inserted {
        again += 1
      }
    }
    if newer.count >= Self.keptMax {
      older = newer
      newer = []
    }
    return again
  }
}

extension RecordBatch {
  /// Calls `body` with a hash of the id and the version of each row that has both.
  fileprivate func forEachVersion(_ body: (Int) -> Void) {
    switch content {
    case .records(let records):
      for record in records {
        if let version = record.version {
          body(Self.hash(record.id.utf8.span, version.utf8.span))
        }
      }
    case .rows(let wire):
      guard let id = wire.system.firstIndex(of: .id),
        let version = wire.system.firstIndex(of: .version)
      else { return }
      wire.rows.withTexts { texts in
        for row in 0..<wire.rows.count {
          guard case .text(let id) = wire.rows.cell(row, id),
            case .text(let version) = wire.rows.cell(row, version)
          else { continue }
          body(Self.hash(texts.extracting(id), texts.extracting(version)))
        }
      }
    }
  }

  private static func hash(_ id: Span<UInt8>, _ version: Span<UInt8>) -> Int {
    var hasher = Hasher()
    for part in [id.count, version.count] { hasher.combine(part) }
    unsafe id.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    unsafe version.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
