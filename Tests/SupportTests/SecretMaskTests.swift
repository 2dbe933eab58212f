import Support
import Testing

@Suite struct SecretMaskTests {
  @Test func everyOccurrenceIsTakenOutAndTheRestIsKept() {
    let mask = SecretMask(["master-key", nil, "master-key-long"])
    #expect(mask("a master-key, a master-key-long.") == "a •••, a •••.")
    #expect(mask("nothing in it") == "nothing in it")
  }

  @Test func whatIsTooShortToBeASecretIsLeft() {
    #expect(SecretMask(["a", ""])("a banana") == "a banana")
  }

  @Test func secretsThatChangeAreAskedForEachTime() {
    let secrets = Locked(["first-token"])
    let mask = SecretMask { secrets.withLock { $0 } }
    #expect(mask("first-token second-token") == "••• second-token")
    secrets.withLock { $0 = ["second-token"] }
    #expect(mask("first-token second-token") == "first-token •••")
  }
}
