import Support
import Testing

@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ("2001:db8::1", "2001:db8:0:0::/64"), ("::1", "0:0:0:0::/64"), ("local", "local"),
  ])
  func isTheAddressOrTheNetworkOfAnIPv6Address(address: String, network: String) {
    #expect(ClientNetwork(address).description == network)
  }

  @Test func addressesOfOneNetworkAreOneClient() {
    #expect(ClientNetwork("2001:db8:1:2::1") == ClientNetwork("2001:DB8:1:2:ffff::2"))
    #expect(ClientNetwork("2001:db8:1:2::1") != ClientNetwork("2001:db8:1:3::1"))
    #expect(ClientNetwork("192.0.2.7") != ClientNetwork("192.0.2.8"))
  }
}
