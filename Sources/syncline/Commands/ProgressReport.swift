import SyncCore

/// How far a run is, as one line: rows, rate, and the time left where the length is known.
struct ProgressReport {
  /// Where each step stood when it was first seen under way.
  private var starts: [Int: (at: ContinuousClock.Instant, done: Int)] = [:]
  /// Rates of less than this are noise.
  private static let shortest = Duration.milliseconds(300)

  /// - Returns: Empty while no step is under way.
  mutating func line(_ progress: SyncProgress, at now: ContinuousClock.Instant = .now) -> String {
    var parts: [String] = []
    for (index, step) in progress.steps.enumerated() {
      if !step.state.isFinal, let message = step.message {
        parts.append(message)
        continue
      }
      guard step.state == .running else { continue }
      let start = starts[index] ?? (now, step.done)
      starts[index] = start
      parts.append(line(step, since: start, now))
    }
    return parts.joined(separator: " · ")
  }

  private func line(
    _ step: SyncProgress.Step, since start: (at: ContinuousClock.Instant, done: Int),
    _ now: ContinuousClock.Instant
  ) -> String {
    let name = step.name.isEmpty ? "" : " \(TextTable.printable(step.name))"
    let thing =
      switch step.kind {
      case .push: "operation"
      case .pull, .copy, .verify: "row"
      case .reconcile: "id"
      }
    let count =
      step.total.map { "\(step.done) of \(counted($0, thing))" } ?? counted(step.done, thing)
    var line = "\(step.kind.rawValue)\(name): \(count)"
    let elapsed = start.at.duration(to: now)
    guard elapsed >= Self.shortest, step.done > start.done else { return line }
    let rate = Double(step.done - start.done) / (elapsed / .seconds(1))
    line += ", \(rate < 10 ? "\((rate * 10).rounded() / 10)" : "\(Int(rate.rounded()))") a second"
    if let total = step.total, total > step.done {
      line += ", \(Self.words(seconds: Double(total - step.done) / rate)) left"
    }
    return line
  }

  /// `8 s`, `3 min 5 s`, `2 h 10 min`.
  static func words(seconds: Double) -> String {
    let seconds = Int(min(seconds, 1_000_000).rounded(.up))
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds / 60 % 60) min"
  }
}

/// Shows a run on standard error: a line drawn over itself on a terminal, else a plain line now
/// and then.
struct ProgressPrinter {
  /// How far apart plain lines are; a short run prints none.
  private static let pause = Duration.seconds(5)

  private var report = ProgressReport()
  private var lastLine = ContinuousClock.now

  mutating func show(_ progress: SyncProgress) {
    let line = report.line(progress)
    if Output.drawsProgress {
      Output.progress(String(line.prefix(Output.terminalWidth - 1)))
    } else if ContinuousClock.now - lastLine >= Self.pause, !line.isEmpty {
      lastLine = .now
      Output.error(line)
    }
  }

  func clear() {
    if Output.drawsProgress { Output.progress("") }
  }
}
