/// The entries of a store's history that one action wrote.
///
/// Whatever else happened to its rows before the action's end was done by somebody else.
package struct HistoryRange: Sendable, Hashable {
  /// Numbers of entries, ascending; a range for each transaction, in which nobody else can write.
  package var ranges: [ClosedRange<Int64>]

  package init(_ ranges: [ClosedRange<Int64>]) { self.ranges = ranges }

  /// Everything up to the entry `mark`, where only the newest entry after the action is known.
  package init(upTo mark: Int64) { ranges = [0...max(mark, 0)] }

  func contains(_ entry: Int64) -> Bool { ranges.contains { $0.contains(entry) } }
}
