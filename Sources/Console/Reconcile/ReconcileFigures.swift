import Localization
import SyncCore
import TemplateKit

/// The figures of a comparison with the server, each under the name of its column.
enum ReconcileFigures {
  /// Of the groups, in the order of ``ReconcileReport/groups``.
  static var groupLabels: [String] {
    [localized("Missing on server"), localized("Missing here"), localized("Different")]
  }

  static var labels: [String] {
    [localized("Rows here"), localized("Rows on server")] + groupLabels
  }
}

extension ReconcileReport {
  /// Rows that differ, as the drift page counts them: one that is missing here does not where pulls
  /// have a filter.
  var differing: Int {
    groups.reduce(0) { $0 + (counts($1.name) ? $1.group.count : 0) }
  }

  /// Whether the rows of a group, such as `missingHere`, are differences.
  func counts(_ group: String) -> Bool { group != "missingHere" || !isFiltered }

  /// Says why rows that are missing here are not counted; nil where they are, or there are none.
  static func filterNote(missingHere count: Int, isFiltered: Bool) -> String? {
    count > 0 && isFiltered
      ? localized("Pulls have a filter, so rows missing here don’t count.") : nil
  }
}

extension TemplateDictionary {
  /// Adds a figure for each label, dashes for nil.
  mutating func addFigures(_ figures: [Int]?, labels: [String]) {
    for (index, label) in labels.enumerated() { addFigure(figures?[index], label: label) }
  }
}
