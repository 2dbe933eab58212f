import Localization
import Support
import TemplateKit

/// A chart drawn on the server, with its numbers as a table: bars, perhaps of several parts, or an area.
///
/// The drawing holds no words: they stand beside it and never shrink with it.
struct Chart {
  enum Shape { case bars, area }

  /// How a part of a bar looks; the value is its class.
  enum Look: String {
    case plain = "b1"
    case second = "b2"
    case failed = "bad"
    /// What failed as a whole, whatever its numbers.
    case brokenOff = "broken"
    /// What was not measured.
    case gap
  }

  struct Part {
    var value: Int
    var look = Look.plain
  }

  /// One place of the axis.
  struct Bar {
    /// From the bottom up.
    var parts: [Part]
    /// What it says under the pointer, and the name of its link.
    var tip: String
    var link: String?
    /// Stands at the foot of the bar, in front of its parts and of one height whatever the scale.
    var mark: Look?
    /// True for a place without a value, which is no 0.
    var isGap = false

    var value: Int { parts.reduce(0) { $0 + $1.value } }
  }

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
  var bars: [Bar]
  /// How far into its first bar the axis begins, from 0 to 1.
  var lead = 0.0
  /// How far into its last bar the axis ends, from 0 to 1.
  var end = 1.0
  /// What an area ends with; nil for the value of its last bar.
  var current: Int?
  /// Names the looks, where there are several.
  var legend: [(label: String, look: Look)] = []
  /// Stands in place of a drawing of nothing.
  var emptyText: String
  var axis: [String]
  /// The end of the axis for the highest value.
  var scale: (Int) -> Int = Chart.scale
  /// How the words of the axis are written.
  var number: (Int) -> String = Format.number
  var tableTitle: String
  var tableHead: [String]
  var table: [Line]
  /// Under the page's own heading rather than under a section's.
  var isOfThePage = false
  var showTable = localized("Show as table")

  var dictionary: TemplateDictionary {
    var values: TemplateDictionary = ["TITLE": title]
    values.show("OF_PAGE", if: isOfThePage)
    values.show("OF_SECTION", if: !isOfThePage)
    let highest = bars.map(\.value).max() ?? 0
    let isEmpty = highest == 0 && bars.allSatisfy { $0.mark == nil }
    values.add("EMPTY", list: isEmpty ? [["TEXT": emptyText]] : [])
    values.add("DRAWN", list: isEmpty ? [] : [drawn(highest: highest)])
    values.add("REMARK", list: isEmpty ? [] : [["TEXT": remark]])
    var legend = TemplateDictionary()
    legend.add("KEY", list: self.legend.map { ["LABEL": $0.label, "LOOK": $0.look.rawValue] })
    values.add("LEGEND", list: isEmpty || self.legend.isEmpty ? [] : [legend])
    return values
  }

  private func drawn(highest: Int) -> TemplateDictionary {
    let top = scale(highest)
    var values: TemplateDictionary = [
      "CHART_ID": id, "DESCRIPTION": description, "TABLE_TITLE": tableTitle,
      "SHOW_TABLE": showTable,
    ]
    // Marks have no value, so without any bar there is no scale.
    values.add("Y", list: (highest > 0 ? [top, top / 2, 0] : []).map { ["TEXT": number($0)] })
    values.add("X", list: axis.map { ["TEXT": $0] })
    if shape == .area {
      let path = areaPath(top: top)
      values.add("AREA", ["LINE": path.line, "FILL": path.fill])
    }
    values.add(
      "BAR",
      list: bars.enumerated().map { place, bar in
        barValues(bar, top: top, share: share(place), isTabStop: place == bars.count - 1)
      })
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

  /// The width of a whole bar before all shrink to fit; the stylesheet has the same.
  private static let barWidth = 100_000.0

  /// - Parameters:
  ///   - share: How much of the bar the axis shows, from 0 to 1.
  ///   - isTabStop: True for the one bar that Tab reaches; arrow keys move to the others.
  private func barValues(
    _ bar: Bar, top: Int, share: Double, isTabStop: Bool
  ) -> TemplateDictionary {
    var values: TemplateDictionary = ["TIP": bar.tip, "TAB_INDEX": isTabStop ? "0" : "-1"]
    values.add("LINKED", list: bar.link.map { [["LINK": $0]] } ?? [])
    values.show("UNLINKED", if: bar.link == nil)
    values.show("GAP", if: bar.isGap)
    values.set("SHARE", ifAny: share < 1 && bars.count > 1 ? "\(Int(share * Self.barWidth))" : nil)
    var drawing = TemplateDictionary()
    drawing.add(
      "PART",
      list: rectangles(bar, top: top).map {
        ["LOOK": $0.look.rawValue, "TOP": $0.top, "HEIGHT": $0.height]
      })
    values.add("DRAWING", list: shape == .area ? [] : [drawing])
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
}
