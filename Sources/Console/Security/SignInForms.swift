import ConsoleData
import Support

/// What belongs to a browser that is not signed in yet: its form token and where it wanted to go.
///
/// Kept in memory and bounded, so that strangers can neither fill a disk nor, as the way back stays
/// here, send anybody to another site.
final class SignInForms: Sendable {
  struct Form: Sendable {
    let formToken: String
    var returnPath: String?
    let createdAt: Timestamp
    /// Who showed the right password and owes a one-time code.
    var passed: Passed?
    /// What came when the session had ended, hence this form.
    var unsent: Unsent?
  }

  /// A form that was not taken, as nobody was signed in.
  struct Unsent: Sendable, Equatable {
    /// Who sent it; nil when that is not known.
    let user: String?
    /// Of the ``UnsentForm``; nil when its fields could not be kept.
    let id: String?
    /// Rows or a file for an import, which are to be sent anew where they were not kept.
    var isUpload = false

    /// The name to sign in with again; nil for who came by a one-time link.
    var name: String? { user == ConsoleData.linkUser ? nil : user }
  }

  struct Passed: Sendable, Equatable {
    let user: String
    let at: Timestamp
  }

  private struct State {
    var forms: [String: Form] = [:]
    /// Ids in order of creation; the oldest go first.
    var order: [String] = []
  }

  private let state = Locked(State())
  private let time: any TimeSource
  private let random: RandomSource
  private static let formsMax = 4_096
  private static let lifeSeconds = 3_600.0
  private static let passedSeconds = 300.0

  init(time: any TimeSource, random: RandomSource) {
    self.time = time
    self.random = random
  }

  /// Begins a form, and gives its id for the cookie.
  func start(returnPath: String?, unsent: Unsent? = nil) -> (id: String, form: Form) {
    let id = Base64.encodeForURL(random.bytes(32))
    let form = Form(
      formToken: Base64.encodeForURL(random.bytes(32)), returnPath: returnPath, createdAt: time.now,
      unsent: unsent)
    state.withLock { state in
      if state.order.count >= Self.formsMax {
        for old in state.order.prefix(Self.formsMax / 4) { state.forms[old] = nil }
        state.order.removeFirst(Self.formsMax / 4)
      }
      state.forms[id] = form
      state.order.append(id)
    }
    return (id, form)
  }

  /// The form of one of these ids, unless it is too old.
  func find(_ ids: [String]) -> (id: String, form: Form)? {
    let now = time.now
    return state.withLock { state in
      for id in ids.prefix(4) {
        if let form = state.forms[id], now.seconds(since: form.createdAt) < Self.lifeSeconds {
          return (id, form)
        }
      }
      return nil
    }
  }

  func setReturn(_ path: String?, unsent: Unsent?, _ id: String) {
    state.withLock {
      $0.forms[id]?.returnPath = path
      $0.forms[id]?.unsent = unsent
    }
  }

  /// Notes that the password was right; nil starts over.
  func setPassed(_ user: String?, _ id: String) {
    let passed = user.map { Passed(user: $0, at: time.now) }
    state.withLock { $0.forms[id]?.passed = passed }
  }

  /// Who owes a code, unless the password was typed too long ago.
  func owing(_ form: Form) -> String? {
    guard let passed = form.passed, time.now.seconds(since: passed.at) < Self.passedSeconds
    else { return nil }
    return passed.user
  }

  func end(_ id: String) {
    state.withLock { state in
      state.forms[id] = nil
      state.order.removeAll { $0 == id }
    }
  }
}
