import Support

/// What a reader worked out and may give again for as long as nobody has written to the file.
///
/// Each reader keeps its own: a version says only whether the file changed for one connection.
struct Memo {
  private var version: Int64?
  private var values: UTF8Dictionary<any Sendable> = [:]

  /// Values kept; beyond it all go, which is rare.
  private static let valuesMax = 512

  mutating func forget(unless version: Int64) {
    guard version != self.version else { return }
    self.version = version
    values.removeAll(keepingCapacity: true)
  }

  subscript(key: String) -> (any Sendable)? {
    get { values[key] }
    set {
      if values.count >= Self.valuesMax { values.removeAll(keepingCapacity: true) }
      values[key] = newValue
    }
  }
}

extension Connection {
  /// What `make` gives, or gave before if nothing was written to the file since.
  ///
  /// For what is read on every page and changes rarely, such as counts. A writer always asks anew:
  /// it does not notice its own changes this way.
  ///
  /// - Parameter key: Names the value; one key always has values of one type.
  public func memo<Output: Sendable>(
    _ key: String, _ make: () throws -> Output
  ) throws -> Output {
    guard isReader else { return try make() }
    if !isMemoChecked {
      // Source: <https://sqlite.org/pragma.html#pragma_data_version>
      let version = try first("PRAGMA data_version") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int64.self)
      }
      memos.forget(unless: version ?? -1)
      isMemoChecked = true
    }
    // Apart: a cast of "nothing kept" to an optional type would succeed, and give nil.
    if let kept = memos[key] {
      if kept is TakesLong {
        if bound != nil { throw TimeLimitExceeded() }
      } else if let known = kept as? Output {
        return known
      }
    }
    return try making(key, make)
  }

  private func making<Output: Sendable>(
    _ key: String, _ make: () throws -> Output
  ) throws -> Output {
    let start = ContinuousClock.now
    do {
      let made = try make()
      memos[key] = made
      return made
    } catch {
      let isCut = error is TimeLimitExceeded || (error as? SQLiteError)?.isInterrupted == true
      if bound != nil, isCut, start.duration(to: .now) > TakesLong.time {
        memos[key] = TakesLong()
      }
      throw error
    }
  }

  /// Stands for a value that takes longer than the bound of ``bounded(to:_:)``, so that the time is not
  /// spent again before each time that it is read elsewhere.
  private struct TakesLong: Sendable {
    /// A value that was begun shortly before the bound says nothing about itself.
    static let time = Duration.milliseconds(2)
  }
}
