import HTTPKit

/// Fills feeds from sequences.
enum BodyPump {
  /// Takes the next part only when the former is on its way.
  static func stream(
    _ parts: any AsyncSequence<[UInt8], any Error> & Sendable, into feed: BodyFeed
  ) async {
    do {
      for try await part in parts where !part.isEmpty {
        guard await feed.send(part) else { return }
      }
      feed.finish(Task.isCancelled ? .failed : .complete)
    } catch {
      feed.finish(.failed)
    }
  }

  /// Sends events as they come, and a comment whenever `heartbeat` has gone by.
  static func events(
    _ events: any AsyncSequence<ServerSentEvent, Never> & Sendable, heartbeat: Duration,
    into feed: BodyFeed
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in events {
          guard feed.offer(event.encoded) else { return }
        }
      }
      group.addTask {
        while (try? await Task.sleep(for: heartbeat)) != nil {
          guard feed.offer(": still here\n\n") else { return }
        }
      }
      await group.next()  // The events ended, or the feed was closed.
      group.cancelAll()
    }
    feed.finish(.complete)
  }
}
