/// Heights and lines, in hundredths of the drawing.
extension Chart {
  private static let full = 100.0
  /// The smallest number is still to be seen.
  private static let leastHeight = 2.0
  private static let markHeight = 7.0
  /// Keeps an axis of no length from being divided by.
  private static let leastShare = 0.001
  /// Between a mark and the foot of the drawing.
  private static let markGap = 2.0

  /// A bar's parts, from the bottom up, and its mark in front of them: too low for a value.
  func rectangles(_ bar: Bar, top: Int) -> [(look: Look, top: String, height: String)] {
    var base = Self.full
    let markTop = Self.full - Self.markGap - Self.markHeight
    let mark = bar.mark.map {
      [(look: $0, top: Self.text(markTop), height: Self.text(Self.markHeight))]
    }
    return bar.parts.filter { $0.value > 0 && top > 0 }.map { part in
      let share = Double(part.value) / Double(top)
      let height = min(base, max(Self.leastHeight, share * Self.full))
      base -= height
      return (part.look, Self.text(base), Self.text(height))
    } + (mark ?? [])
  }

  /// The line above an area, and the area below it, in a part for each stretch without a gap.
  func areaPath(top: Int) -> (line: String, fill: String) {
    let step = Self.full / max(bars.indices.map(share).reduce(0, +), Self.leastShare)
    var (line, fill) = ("", "")
    for stretch in bars.indices.split(whereSeparator: { bars[$0].isGap }) {
      let points = points(of: stretch)
      guard let first = points.first, let last = points.last else { continue }
      let part =
        "M"
        + points.map { point in
          "\(Self.text((point.place - lead) * step)) "
            + Self.text((1 - Double(point.value) / Double(max(top, 1))) * Self.full)
        }.joined(separator: "L")
      line += part
      let (start, end) = ((first.place - lead) * step, (last.place - lead) * step)
      fill += "\(part)L\(Self.text(end)) 100L\(Self.text(start)) 100z"
    }
    return (line, fill)
  }

  /// How much of a bar the axis shows, from 0 to 1.
  func share(_ bar: Int) -> Double {
    max((bar == bars.count - 1 ? end : 1) - (bar == 0 ? lead : 0), 0)
  }

  /// Where the line of a stretch turns, by its place among the bars.
  private func points(of stretch: Range<Int>) -> [(place: Double, value: Int)] {
    var points: [(place: Double, value: Int)] = []
    for index in stretch {
      let (place, value) = (Double(index), bars[index].value)
      let isLast = index == bars.count - 1
      points.append((index == 0 ? lead : place, value))
      points.append((isLast ? place + end : place + 1, value))
      if isLast, let current, current != value { points.append((place + end, current)) }
    }
    return points
  }

  /// The end of the axis: a round number that halves well.
  static func scale(_ highest: Int) -> Int {
    var unit = 1
    while true {
      for factor in [2, 4, 6, 8, 10] where factor * unit >= highest { return factor * unit }
      unit *= 10
    }
  }

  /// The end of an axis of milliseconds: one that halves into a round length of time.
  static func durationScale(_ highest: Int) -> Int {
    let (second, minute, hour, day) = (1_000, 60_000, 3_600_000, 86_400_000)
    guard highest > second else { return scale(highest) }
    let ends =
      [2, 4, 10, 20, 60].map { $0 * second } + [2, 4, 10, 20, 30, 60].map { $0 * minute }
      + [2, 4, 6, 12, 24].map { $0 * hour } + [2].map { $0 * day }
    return ends.first { $0 >= highest } ?? scale((highest + day - 1) / day) * day
  }

  /// One decimal, without a locale.
  private static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
