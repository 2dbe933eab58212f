/// Figures in the text form that Prometheus reads.
///
/// Source: prometheus.io, "Exposition formats", text format 0.0.4.
struct MetricsText {
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  enum Kind: String { case counter, gauge }

  /// One line: what it is about, and its value.
  struct Sample {
    var labels: [(name: String, value: String)]
    var value: String

    init(_ labels: [(name: String, value: String)] = [], _ value: Int) {
      self.labels = labels
      self.value = "\(value)"
    }

    /// A duration or a moment as seconds with three digits behind the point.
    init(_ labels: [(name: String, value: String)] = [], milliseconds: Int64) {
      self.labels = labels
      let digits = "\(milliseconds.magnitude % 1_000)"
      let fraction = String(repeating: "0", count: 3 - digits.count) + digits
      value = "\(milliseconds < 0 ? "-" : "")\(milliseconds.magnitude / 1_000).\(fraction)"
    }
  }

  private(set) var text = ""

  /// Adds a figure; one without samples is left out.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    text += "# HELP \(name) \(Self.escaped(help))\n# TYPE \(name) \(kind.rawValue)\n"
    for sample in samples {
      let labels = sample.labels.map { label in
        let value = Self.escaped(label.value).replacing("\"", with: "\\\"")
        return "\(label.name)=\"\(value)\""
      }
      text += labels.isEmpty ? name : "\(name){\(labels.joined(separator: ","))}"
      text += " \(sample.value)\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }
}
