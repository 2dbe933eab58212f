import Support
import TestSupport
import Testing

@testable import syncline

@Suite struct ProgramFilesTests {
  @Test func findsTheFoldersOfAnInstalledPrefix() throws {
    let directory = try TemporaryDirectory()
    try Files.createDirectory(directory.file("usr/bin"))
    try Files.createDirectory(directory.file("usr/share/syncline/Templates"))
    let files = ProgramFiles(executableDirectory: directory.file("usr/bin"))
    let found = try #require(files.folder("Templates"))
    #expect(found == directory.file("usr/bin") + "/../share/syncline/Templates")
  }

  @Test func namesEveryPlaceThatItLookedIn() {
    let files = ProgramFiles(executableDirectory: "/opt/tool")
    let text = files.missing("Templates", option: "templates")
    for place in ["/opt/tool", "/opt/tool/../share/syncline", "/usr/local/share/syncline"] {
      #expect(text.contains("\(place), "))
    }
    #expect(text.contains("--templates DIR"))
  }
}
