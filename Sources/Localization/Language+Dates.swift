extension Language {
  /// A date without its weekday: `20 Nov`, `20. Nov. 2025`, `2025年11月20日`.
  ///
  /// - Parameters:
  ///   - month: From 1 to 12.
  ///   - year: Nil for the current one, which is left out.
  public func date(day: Int, month: Int, year: String?) -> String {
    switch self {
    case .english: "\(day) \(Self.englishMonths[month - 1])" + (year.map { " \($0)" } ?? "")
    case .german: "\(day). \(Self.germanMonths[month - 1])" + (year.map { " \($0)" } ?? "")
    case .japanese, .traditionalChinese: (year.map { "\($0)年" } ?? "") + "\(month)月\(day)日"
    }
  }

  private static let englishMonths = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let germanMonths = [
    "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.", "Dez.",
  ]
}
