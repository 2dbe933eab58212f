import ConsoleData
import Support
import Testing

@testable import ConsoleData

/// Passwords that are guessed early are refused, and those made of other words are not.
@Suite struct PasswordStrengthTests {
  /// From the heads of lists of leaked passwords, those of eight characters and more.
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
    ghbdtnbr rjirfrgbde dthjybrf gfhjkm123 zxcasdqwe a1s2d3f4 1qa2ws3ed q1w2e3r4t5y6 zxasqw12
    vkontakte anhyeuem 4815162342 mersedes mazafaka usuckballz1 montgom240 soso123aljg jesucristo
    estrellita teiubesc bigpimpin1 sandy123 taekwondo Ghbdtnbr MONTGOM240
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  @Test(arguments: common)
  func commonPasswordIsRefused(password: String) {
    #expect(PasswordStrength.isGuessable(password, of: "mira"))
  }

  @Test(arguments: [
    "correct horse battery staple", "correct horse", "long enough 1", "a long enough password",
    "vermilion kettle", "Tr0ub4dor&3x", "xkcd-936-comic", "j8#kQz!2mP", "Zwölf Boxkämpfer",
    "9f86d081884c7d65", "the quick brown fox", "rust-belt-otter-41", "sunshine over wet slate",
    "blauer Esel im Regen", "ventilator7!kiosk",
  ])
  func passwordOfUnrelatedWordsIsTaken(password: String) {
    #expect(!PasswordStrength.isGuessable(password, of: "mira"))
  }

  @Test(arguments: [
    "miraculix", "Miraculix1!", "2024miraculix", "m1raculix2024", "Example.org1", "syncline-2026",
  ])
  func nameOfTheUserOrTheServiceIsNoPassword(password: String) {
    #expect(PasswordStrength.isGuessable(password, of: "miraculix@example.org"))
  }

  @Test func nobodyGetsACommonPassword() async throws {
    let data = try await TestData().data
    await #expect(throws: ConsoleDataError.passwordCommon) {
      try await data.addUser("mira", role: .admin, password: "Password123!")
    }
    #expect(try await data.users().isEmpty)
    try await data.addUser("mira", role: .admin, password: "correct horse")
    await #expect(throws: ConsoleDataError.passwordCommon) {
      try await data.setPassword("qwertyuiop", of: "mira")
    }
    #expect(try await data.isPassword("correct horse", of: "mira"))
  }
}
