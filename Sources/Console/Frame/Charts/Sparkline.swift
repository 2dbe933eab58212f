import TemplateKit

/// A small bar chart inside a line of a list.
struct Sparkline {
  struct Bar {
    var value: Int
    var isFailure = false
  }

  private static let height = 20
  private static let step = 5

  /// From left to right.
  let bars: [Bar]
  /// The accessible name.
  let description: String

  var dictionary: TemplateDictionary {
    let highest = max(1, bars.map(\.value).max() ?? 1)
    var values: TemplateDictionary = [
      "WIDTH": "\(bars.count * Self.step)", "HEIGHT": "\(Self.height)",
      "DESCRIPTION": description,
    ]
    values.add(
      "BAR",
      list: bars.enumerated().map { position, bar in
        // A value of 0 still shows as a bar.
        let share = Double(bar.value) / Double(highest)
        let full = Double(Self.height)
        let height = bar.isFailure ? Self.height : max(1, Int((share * full).rounded(.up)))
        var look = Chart.Look.plain
        if bar.value > 0 { look = .second }
        if bar.isFailure { look = .failed }
        return [
          "LOOK": look.rawValue, "X": "\(position * Self.step)", "TOP": "\(Self.height - height)",
          "BAR_HEIGHT": "\(height)",
        ]
      })
    return values
  }
}
