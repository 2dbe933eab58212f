/// Heights and lines, in hundredths of the drawing.
extension Chart {
  /// A bar's mark, which fills its place, and before it the parts, from the bottom up.
  func rectangles(_ bar: Bar, top: Int) -> [(look: Look, top: String, height: String)] {
    var base = 100.0
    let mark = bar.mark.map { [(look: $0, top: "0", height: "100")] } ?? []
    return mark
      + bar.parts.filter { $0.value > 0 && top > 0 }.map { part in
        // The smallest number is still to be seen.
        let height = min(base, max(2, Double(part.value) / Double(top) * 100))
        base -= height
        return (part.look, Self.text(base), Self.text(height))
      }
  }

  /// The line above an area, and the area below it, in a part for each stretch without a gap.
  func areaPath(top: Int) -> (line: String, fill: String) {
    let step = 100 / Double(max(bars.count, 1))
    var (line, fill) = ("", "")
    for stretch in bars.indices.split(whereSeparator: { bars[$0].isGap }) {
      let part = linePath(stretch, top: top, step: step)
      let start = Self.text(Double(stretch.lowerBound) * step)
      let end = Self.text(Double(stretch.upperBound) * step)
      line += part
      fill += "\(part)L\(end) 100L\(start) 100z"
    }
    return (line, fill)
  }

  private func linePath(_ stretch: Range<Int>, top: Int, step: Double) -> String {
    func height(_ number: Int) -> String {
      Self.text(100 - Double(number) / Double(max(top, 1)) * 100)
    }
    var points = ""
    for index in stretch {
      let (number, end) = (bars[index].value, Double(index + 1) * step)
      points += index == stretch.lowerBound ? "M" : "L"
      points += "\(Self.text(Double(index) * step)) \(height(number))"
      if index == bars.count - 1, let ending, ending != number {
        let middle = Self.text(end - step / 2)
        points += "L\(middle) \(height(number))L\(middle) \(height(ending))"
        points += "L\(Self.text(end)) \(height(ending))"
      } else {
        points += "L\(Self.text(end)) \(height(number))"
      }
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
