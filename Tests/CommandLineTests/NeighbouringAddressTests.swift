import Testing

@testable import syncline

@Suite struct NeighbouringAddressTests {
  @Test(arguments: [
    ("https://a.example/api/tables/", "azure", ["https://a.example/api", "https://a.example"]),
    ("https://a.example", "azure", []),
    (
      "https://a.example/1/2/3/4", "azure",
      ["https://a.example/1/2/3", "https://a.example/1/2", "https://a.example/1"]
    ),
    ("http://p.example:1337", "parse", ["http://p.example:1337/parse"]),
    ("http://p.example/parse", "parse", ["http://p.example"]),
    ("nothing", "azure", []),
  ])
  func addressesAboveAreTriedTheNearestFirst(
    _ address: String, _ kind: String, _ expected: [String]
  ) {
    #expect(RemoteProbe.neighbours(of: address, kind: kind) == expected)
  }
}
