import JSONKit

/// One request of a push.
enum PushRequest: Sendable {
  case send(InFlightOperation)
  /// Changes of different rows, at least two.
  case batch([InFlightOperation])
  case look(InFlightOperation)

  var flights: [InFlightOperation] {
    switch self {
    case .send(let flight), .look(let flight): [flight]
    case .batch(let flights): flights
    }
  }
}

/// Puts what waits to be sent together into requests.
struct RequestBatcher: Sendable {
  /// Fewer changes go alone: a batch would win nothing.
  static let sizeMin = 3
  /// Of the values in a batch, about; keeps memory and the length of a request within bounds.
  static let bytesMax = 1 << 20
  /// Operations between beginning and outcome while batches are sent.
  ///
  /// After a crash each of them has to be asked for.
  static let operationsMax = 2_000

  let isOn: Bool
  /// The most that the server took, once it turned a batch down.
  private(set) var limit = Int.max
  private var sends = FIFOQueue<InFlightOperation>()
  private var looks = FIFOQueue<InFlightOperation>()

  init(isOn: Bool) { self.isOn = isOn }

  /// How many changes the next request may carry.
  func size(_ remote: any Remote) -> Int { isOn ? max(1, min(limit, remote.batchSize)) : 1 }

  /// Changes that wait to be sent.
  var sendCount: Int { sends.count }
  var count: Int { sends.count + looks.count }
  /// True while a row waits to be read.
  var hasLooks: Bool { looks.count > 0 }

  mutating func add(_ flight: InFlightOperation) {
    if flight.step == .send { sends.append(flight) } else { looks.append(flight) }
  }

  mutating func removeAll() -> [InFlightOperation] { looks.removeAll() + sends.removeAll() }

  /// Removes and returns the flights that `isRemoved` picks.
  mutating func remove(where isRemoved: (InFlightOperation) -> Bool) -> [InFlightOperation] {
    let all = removeAll()
    for flight in all where !isRemoved(flight) { add(flight) }
    return all.filter(isRemoved)
  }

  /// A batch of `count` was turned down as a whole; each refusal leaves a smaller limit, down to 1.
  mutating func wasTurnedDown(_ count: Int) { limit = min(limit, max(1, count / 2)) }

  /// The next request, what has to be asked first; nil when nothing waits.
  mutating func next(upTo size: Int) -> PushRequest? {
    if let flight = looks.popFirst() { return .look(flight) }
    guard let first = sends.popFirst() else { return nil }
    guard size >= Self.sizeMin, sends.count + 1 >= Self.sizeMin, !first.goesAlone else {
      return .send(first)
    }
    var flights = [first]
    var bytes = first.change.values.approximateSize
    while flights.count < size, let next = sends.first, !next.goesAlone {
      bytes += next.change.values.approximateSize
      if bytes > Self.bytesMax { break }
      flights.append(next)
      _ = sends.popFirst()
    }
    return flights.count > 1 ? .batch(flights) : .send(first)
  }
}

/// A first-in, first-out queue.
struct FIFOQueue<Element: Sendable>: Sendable {
  private var elements: [Element] = []
  private var head = 0

  var count: Int { elements.count - head }
  var first: Element? { head < elements.count ? elements[head] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard let first else { return nil }
    head += 1
    // What was removed is released once it is half of the array, so that each element moves rarely.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return first
  }

  mutating func removeAll() -> [Element] {
    defer { self = FIFOQueue() }
    return Array(elements[head...])
  }
}

extension JSONObject {
  /// About as many bytes as its text has.
  fileprivate var approximateSize: Int {
    members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.approximateSize }
  }
}

extension JSONValue {
  fileprivate var approximateSize: Int {
    switch self {
    case .string(let text): text.utf8.count + 2
    case .array(let values): values.reduce(2) { $0 + $1.approximateSize + 1 }
    case .object(let object): object.approximateSize
    default: 16
    }
  }
}
