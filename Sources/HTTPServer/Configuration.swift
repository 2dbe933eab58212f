public import HTTPKit

extension HTTPServer {
  /// Where a server listens, and how much it lets clients ask of it.
  public struct Configuration: Sendable {
    /// An IPv4 or IPv6 address, or `localhost`, which means 127.0.0.1.
    public var host = "127.0.0.1"
    /// 0 picks a free port; ``HTTPServer/port`` says which.
    public var port: UInt16 = 8080
    /// Threads that read and write sockets.
    public var threads = 2
    /// Whether the handler of a request that only reads begins on the thread that read it, and goes
    /// on elsewhere once it waits; such a handler must not keep a processor busy for long.
    public var lendsThreads = false
    public var connectionsMax = 256
    /// How many connections of one network are let in without a look at the others.
    ///
    /// A further one takes the place of one that is idle, or of a slow request of nobody who is signed
    /// in. Where all are in use and few places are left at all, it waits, and is closed when nothing
    /// changes within ``headerTimeout``.
    public var perAddressMax = 80
    /// Connections that a client may keep idle for longer than ``idleGrace``; of more the oldest are
    /// closed.
    public var idlePerClientMax = 80
    public var idleGrace = Duration.seconds(1)
    /// Event streams and other answers of unknown length that a client may read at once.
    public var streamsPerClientMax = 256
    /// Addresses that many clients share, such as a proxy's: exempt from what one of them may have.
    public var sharedAddresses: Set<String> = []
    public var bodyBytesMax = 8 << 20
    /// The memory that bodies take in all, and those of one client.
    public var bodyMemoryMax = 256 << 20
    public var bodyMemoryPerClientMax = 256 << 20
    /// Sets the limit for each request with a body in place of ``bodyBytesMax``, by its head.
    ///
    /// Called on libmicrohttpd's thread; a rule with an `admit` keeps the body waiting until that
    /// has said where it may go.
    public var bodyRule: (@Sendable (_ head: HTTPRequest) -> BodyRule)?
    /// How long a request's first line and fields may be in all.
    ///
    /// libmicrohttpd is given twice as much for each connection, and 64 kB at least: it refuses by
    /// itself, in its own words, only what is far too long.
    public var headerBytesMax = 32 << 10
    /// How long a request's target may be.
    public var targetBytesMax = 16 << 10
    /// How long a connection may stay without a byte in either direction.
    public var idleSeconds = 60
    /// How long a client may take to send a header.
    public var headerTimeout = Duration.seconds(10)
    /// The slowest pace at which a body may come, on average, once `bodyGrace` is over.
    public var bodyBytesPerSecondMin = 1_024
    public var bodyGrace = Duration.seconds(10)
    /// After this time a handler is cancelled and its client told so; nil for never.
    public var requestDeadline: Duration?
    /// How long ``HTTPServer/stop()`` waits for cancelled handlers before it gives them up.
    public var stopGrace = Duration.seconds(5)
    /// A comment line this often finds a client of an event stream that is gone.
    public var heartbeat = Duration.seconds(15)
    /// Puts a refusal that no handler sees into the words of the server's API.
    public var refusal: @Sendable (RefusedRequest) -> HTTPResponse = { refused in
      .text(refused.reason + "\n", status: refused.status)
    }

    public init() {}
  }
}

/// A request that was refused before any handler saw it.
public struct RefusedRequest: Sendable {
  public let status: Int
  /// Why, as a sentence.
  public let reason: String
  public let requestID: String
}
