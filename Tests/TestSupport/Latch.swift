/// Lets nobody through before a number of callers has come.
package actor Latch {
  private let count: Int
  private var arrived = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  package init(count: Int) { self.count = count }

  package func arriveAndWait() async {
    arrived += 1
    if arrived >= count {
      for one in waiting { one.resume() }
      waiting = []
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }
}
