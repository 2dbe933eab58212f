import RemoteHTTP
import Testing

@Suite struct BatchSizeTests {
  @Test func doublesAfterFullBatchesOnly() {
    let batches = BatchSize(first: 50, most: 120, grows: true)
    batches.accepted(49)
    #expect(batches.current == 50)
    batches.accepted(50)
    #expect(batches.current == 100)
    batches.accepted(100)
    #expect(batches.current == 120)
  }

  @Test func staysBelowWhatWasRefused() {
    let batches = BatchSize(first: 50, most: 100, grows: true)
    batches.refused(50)
    #expect(batches.current == 25)
    batches.accepted(25)
    #expect(batches.current == 25)
    batches.refused(1)
    #expect(batches.current == 1)
  }

  @Test func followsWhatTheServerAnnounces() {
    let batches = BatchSize(first: 1, most: 500, grows: false)
    batches.learn(40)
    #expect(batches.current == 40)
    batches.announced(100)
    batches.learn(40)
    batches.accepted(100)
    #expect(batches.current == 100)
    batches.refused(100)
    batches.announced(1_000)
    #expect(batches.current == 50)
    batches.announced(0)
    #expect(batches.current == 1)
  }

  @Test func givesUpAfterTwoUnreadableResponsesInARow() {
    let batches = BatchSize(first: 50, most: 100, grows: true)
    batches.unreadable()
    batches.accepted(10)
    batches.unreadable()
    #expect(batches.current == 50)
    batches.unreadable()
    batches.announced(100)
    batches.learn(100)
    #expect(batches.current == 1)
  }
}
