import Support
import TemplateKit

/// A chart drawn on the server, with its numbers as a table: bars, bars with a second series below
/// the line, or an area.
///
/// The drawing holds no words: axis words stand beside it and never shrink with it.
struct Chart {
  enum Shape { case bars, area }

  struct Line {
    var label: String
    /// The exact moment, for machines.
    var iso: String?
    var link: String?
    var cells: [String]
  }

  /// Makes the ids of this page's charts differ.
  var id: String
  var title: String
  /// What stands beside the title: the figure in words.
  var remark: String
  /// The picture in words, for those who do not see it.
  var description: String
  var shape = Shape.bars
  var values: [Int]
  /// What an area comes to in the middle of its last value, and ends at; nil for that value.
  var ending: Int?
  /// Hangs below the line, on the same scale.
  var below: [Int]?
  /// Bars that stand out.
  var hot: Set<Int> = []
  var axis: [String]
  var tableTitle: String
  var tableHead: [String]
  var table: [Line]
  /// Under the page's own heading rather than under a section's.
  var isOfThePage = false
  var showTable = "Show as table"
  /// How the words of the axis are written.
  var number: (Int) -> String = Format.number

  private static let width = 480.0

  var dictionary: TemplateDictionary {
    var values: TemplateDictionary = [
      "CHART_ID": id, "TITLE": title, "REMARK": remark, "DESCRIPTION": description,
      "TABLE_TITLE": tableTitle, "SHOW_TABLE": showTable,
    ]
    values.show("OF_PAGE", if: isOfThePage)
    values.show("OF_SECTION", if: !isOfThePage)
    let highest = self.values.max() ?? 0
    if let below {
      let (top, bottom) = Self.scales(highest, below.max() ?? 0)
      values.show("SPLIT")
      values.add("Y", list: [top, top / 2, 0, bottom].map { ["TEXT": number($0)] })
      values.add("GRID", ["D": "M0 3H480M0 39H480"])
      values.add("BASE", ["D": "M0 75.5H480"])
      addBars(self.values, top: top, from: 75, height: 72, to: &values)
      values.add(
        "PATH",
        list: bars(below, top: bottom, height: 24).map { bar in
          ["CLASS": "br bad", "D": "M\(bar.x) 76v\(bar.height)h\(bar.width)V76z"]
        })
    } else {
      let top = Self.scale(highest)
      values.add("Y", list: [top, top / 2, 0].map { ["TEXT": number($0)] })
      values.add("GRID", ["D": "M0 0H480M0 50H480"])
      values.add("BASE", ["D": "M0 100H480"])
      switch shape {
      case .bars: addBars(self.values, top: top, from: 100, height: 100, to: &values)
      case .area: addArea(top: top, to: &values)
      }
    }
    values.add("X", list: axis.map { ["TEXT": $0] })
    values.add(
      "HEAD",
      list: tableHead.enumerated().map { position, text in
        var head: TemplateDictionary = ["TEXT": text]
        head.show("NUMBER", if: position > 0)
        return head
      })
    values.add("LINE", list: table.map(line))
    return values
  }

  private func line(_ line: Line) -> TemplateDictionary {
    var values = TemplateDictionary()
    var label: TemplateDictionary = ["TEXT": line.label]
    label.set("ISO", ifAny: line.iso)
    if let link = line.link {
      values.add("LINKED", ["LINK": link, "TEXT": line.label])
    } else if let iso = line.iso {
      values.add("TIMED", ["ISO": iso, "TEXT": line.label])
    } else {
      values.add("WORDS", label)
    }
    values.add("CELL", list: line.cells.map { ["TEXT": $0] })
    return values
  }

  // MARK: - Drawing

  private func addBars(
    _ numbers: [Int], top: Int, from base: Double, height: Double,
    to values: inout TemplateDictionary
  ) {
    values.add(
      "PATH",
      list: bars(numbers, top: top, height: height).map { bar in
        [
          "CLASS": hot.contains(bar.index) ? "br hot" : "br",
          "D": "M\(bar.x) \(Self.text(base))v-\(bar.height)h\(bar.width)V\(Self.text(base))z",
        ]
      })
  }

  private func bars(
    _ numbers: [Int], top: Int, height: Double
  ) -> [(index: Int, x: String, width: String, height: String)] {
    let step = Self.width / Double(max(numbers.count, 1))
    return numbers.enumerated().compactMap { index, number in
      guard number > 0, top > 0 else { return nil }
      // The smallest number is still to be seen.
      let tall = max(2, Double(number) / Double(top) * height)
      return (
        index, Self.text((Double(index) + 0.1) * step), Self.text(0.8 * step), Self.text(tall)
      )
    }
  }

  private func addArea(top: Int, to values: inout TemplateDictionary) {
    guard !self.values.isEmpty else { return }
    let points = areaPath(top: top)
    values.add("PATH", ["CLASS": "ar", "D": "\(points)L480 100L0 100z"])
    values.add("PATH", ["CLASS": "ln", "D": points])
  }

  /// The line above an area.
  func areaPath(top: Int) -> String {
    func height(_ number: Int) -> String {
      Self.text(100 - Double(number) / Double(max(top, 1)) * 100)
    }
    let step = Self.width / Double(self.values.count)
    var points = ""
    for (index, number) in self.values.enumerated() {
      let end = Double(index + 1) * step
      points += "\(index == 0 ? "M" : "L")\(Self.text(Double(index) * step)) \(height(number))"
      if index == self.values.count - 1, let ending, ending != number {
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

  /// The ends of the axis above and below a line at three quarters: round numbers that have the
  /// same scale.
  static func scales(_ highest: Int, _ lowest: Int) -> (top: Int, bottom: Int) {
    // Half of the upper one stands on the axis too.
    let bottom = scale(max(lowest, (highest + 2) / 3))
    return (3 * bottom, bottom)
  }

  /// One decimal, without a locale.
  private static func text(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
