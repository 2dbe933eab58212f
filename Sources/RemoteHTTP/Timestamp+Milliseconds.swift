package import Support

extension Timestamp {
  /// This moment, cut to the precision that servers print.
  package var wholeMillisecond: Timestamp { Timestamp(milliseconds: milliseconds) }
}
