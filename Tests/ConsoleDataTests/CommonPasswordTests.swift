import ConsoleData
import Support
import Testing

@testable import ConsoleData

/// Passwords that everybody tries first are refused, and those made of other words are not.
@Suite struct CommonPasswordTests {
  /// From the heads of well-known lists, those of eight characters and more.
  static let common = """
    password password1 password12 password123 Password1 Password123! P@ssw0rd p@$$w0rd passw0rd
    Passw0rd! pa55word pa55w0rd 12345678 123456789 1234567890 87654321 987654321 11111111 00000000
    12341234 11223344 12121212 123123123 88888888 147258369 qwertyui qwertyuiop qwerty123 qwerty12
    qwerty1234 Qwerty123! 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc qazwsxedc zaq12wsx q1w2e3r4
    asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123 abcd1234 abc12345 abcdefgh abcdefg1 a1b2c3d4
    1234qwer qwer1234 iloveyou iloveyou1 iloveyou2 ILoveYou! sunshine sunshine1 princess princess1
    football football1 baseball baseball1 basketball superman superman1 batman123 spiderman starwars
    welcome1 Welcome1 Welcome123 Welcome2024! letmein1 letmein123 trustno1 monkey123 dragon123
    Dragon12! master123 shadow123 michael1 jennifer jessica1 michelle1 charlie1 jordan23 ashley12
    liverpool liverpool1 chelsea1 arsenal1 barcelona manchester computer internet admin123 admin1234
    administrator changeme changeme1 secret123 whatever whatever1 blahblah fuckyou1 asshole1 butterfly
    butterfly1 chocolate chocolate1 hellokitty helloworld hello123 computer1 pokemon1 pikachu1 naruto123
    minecraft samsung1 corvette mercedes ferrari1 mustang1 harley01 marlboro cocacola snickers1
    summer2024 Summer2023! winter2023 Spring2025 november monday123 tinkerbell rainbow1 cookie123
    qweasdzxc 1password mypassword test1234 testtest tester12 guest123 google123 facebook facebook1
    syncline syncline1 Syncline2026! 20001010 19870523 31121999 aaaaaaaa abababab passwordpassword
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  @Test(arguments: common)
  func aCommonPasswordIsRefused(password: String) {
    #expect(CommonPasswords.contain(password, of: "mira"))
  }

  @Test(arguments: [
    "correct horse battery staple", "correct horse", "long enough", "long enough 1", "another one",
    "a long enough password", "vermilion kettle", "Tr0ub4dor&3x", "xkcd-936-comic", "j8#kQz!2mP",
    "Zwölf Boxkämpfer", "9f86d081884c7d65", "the quick brown fox", "rust-belt-otter-41",
    "sunshine over wet slate", "blauer Esel im Regen", "ventilator7!kiosk",
  ])
  func oneThatTakesTimeToGuessIsNot(password: String) {
    #expect(!CommonPasswords.contain(password, of: "mira"))
  }

  @Test(arguments: ["miraculix", "Miraculix1!", "2024miraculix"])
  func onesOwnNameIsNoPassword(password: String) {
    #expect(CommonPasswords.contain(password, of: "miraculix"))
  }

  @Test func nobodyGetsACommonPassword() async throws {
    let data = try await TestData().data
    await #expect(throws: ConsoleDataError.passwordCommon) {
      try await data.addUser("mira", role: .admin, password: "Password123!")
    }
    #expect(try await data.users().isEmpty)
    try await data.addUser("mira", role: .admin, password: "long enough")
    await #expect(throws: ConsoleDataError.passwordCommon) {
      try await data.setPassword("qwertyuiop", of: "mira")
    }
    #expect(try await data.isPassword("long enough", of: "mira"))
  }
}
