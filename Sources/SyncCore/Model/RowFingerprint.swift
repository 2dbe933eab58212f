internal import JSONKit
internal import Support

/// Changes whenever the local row changes, not when its table gets another column; opaque.
package struct RowFingerprint: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
  package var description: String { rawValue }
}

extension RowFingerprint {
  /// What the row holds, whatever version of it that is: the same before and after its push.
  package init(content record: Record) { self.init(of: record.content) }

  /// The columns that hold nothing are left out: a row does not change when its table gets another
  /// column.
  package init(of record: Record) { self.init(ofAllColumns: record.withoutEmptyColumns) }

  /// True for the row that the fingerprint is of, as a whole or by its content.
  ///
  /// Those that were kept while empty columns still counted hold for as long as the table has the
  /// same columns.
  package func matches(_ record: Record) -> Bool {
    let content = record.content
    return self == RowFingerprint(of: record) || self == RowFingerprint(of: content)
      || self == RowFingerprint(ofAllColumns: record)
      || self == RowFingerprint(ofAllColumns: content)
  }

  /// 128 bits by FNV-1a over the row's text: enough to notice a change, no protection from malice.
  init(ofAllColumns record: Record) {
    let bytes = JSONValue.object(RecordCoding.object(record)).serialized
    var first: UInt64 = 0xcbf2_9ce4_8422_2325
    var second: UInt64 = 0x6c62_272e_07bb_0142
    for byte in bytes {
      first = (first ^ UInt64(byte)) &* 0x100_0000_01b3
      second = (second &+ UInt64(byte)) &* 0x9e37_79b9_7f4a_7c15
      second ^= second >> 29
    }
    self.init(rawValue: hexadecimal([first, second].flatMap(Self.bytes)))
  }

  private static func bytes(_ word: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
  }
}

extension Record {
  fileprivate var content: Record { Record(id: id, deleted: deleted, values: values) }

  /// The row without the columns that it has no value in.
  var withoutEmptyColumns: Record {
    var record = self
    record.values = setValues
    return record
  }
}
