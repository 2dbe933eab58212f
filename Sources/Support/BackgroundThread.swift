import Glibc

/// A thread of its own for a loop that blocks, which the cooperative pool must never do.
public final class BackgroundThread: Sendable {
  private let handle: pthread_t

  /// Starts the thread; nil when the system grants no further one.
  public init?(_ body: @escaping @Sendable () -> Void) {
    var handle = pthread_t()
    // The thread takes the reference over: `runBody` releases it.
    let retained = Unmanaged.passRetained(Body(run: body))
    guard pthread_create(&handle, nil, runBody, retained.toOpaque()) == 0 else {
      retained.release()
      return nil
    }
    self.handle = handle
  }

  /// Waits for the end of the body and frees the thread; to be called once, and never from it.
  public func join() { pthread_join(handle, nil) }

  /// Lets the thread free itself at its end; in place of ``join()``.
  public func detach() { pthread_detach(handle) }
}

private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
  return nil
}
