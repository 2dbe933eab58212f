import TestSupport

/// Makes new inputs of kept ones, the same for the same seed.
struct Mutator {
  private var random: SplitMix64
  private let corpus: [[UInt8]]
  private let words: [[UInt8]]
  private static let bytesMax = 4_096

  init(seed: UInt64, _ target: FuzzTarget) throws {
    random = SplitMix64(seed)
    corpus = try target.corpus
    words = target.dictionary.map { Array($0.utf8) }
  }

  mutating func next() -> [UInt8] {
    var input = corpus.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input) }
    return Array(input.prefix(Self.bytesMax))
  }

  private mutating func change(_ input: inout [UInt8]) {
    let place = Int.random(in: 0...input.count, using: &random)
    let end = Int.random(in: place...min(input.count, place + 16), using: &random)
    switch Int.random(in: 0..<7, using: &random) {
    case 0 where place < input.count: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where place < input.count: input[place] = .random(in: 0...255, using: &random)
    case 2: input.insert(.random(in: 0...255, using: &random), at: place)
    case 3: input.removeSubrange(place..<end)
    case 4: input.insert(contentsOf: input[place..<end], at: place)
    case 5:
      let other = corpus.randomElement(using: &random) ?? []
      input.insert(contentsOf: other.suffix(Int.random(in: 0...16, using: &random)), at: place)
    default: input.insert(contentsOf: words.randomElement(using: &random) ?? [0], at: place)
    }
  }
}
