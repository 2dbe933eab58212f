import SQLiteKit
import Testing

@Suite struct KeysetPageTests {
  private func page(_ size: Int, after: Int? = nil, before: Int? = nil) -> KeysetPage<Int> {
    let all = Array(1...7)
    return KeysetPage(size: size, after: after, before: before) { place, isReversed, limit in
      let rest = all.filter { line in
        guard let place else { return true }
        return isReversed ? line < place : line > place
      }
      return Array((isReversed ? rest.reversed() : rest).prefix(limit))
    }
  }

  @Test func leadsForthAndBack() {
    #expect(page(3).lines == [1, 2, 3] && page(3).previous == nil && page(3).next == 3)
    let second = page(3, after: 3)
    #expect(second.lines == [4, 5, 6] && second.previous == 4 && second.next == 6)
    let last = page(3, after: 6)
    #expect(last.lines == [7] && last.previous == 7 && last.next == nil)
    let back = page(3, before: 7)
    #expect(back.lines == [4, 5, 6] && back.previous == 4 && back.next == 6)
  }

  @Test func isTheFirstPageWhereFewerLinesAreBefore() {
    for before in 1...4 {
      let first = page(3, after: 5, before: before)
      #expect(first.lines == [1, 2, 3] && first.previous == nil && first.next == 3)
    }
  }

  @Test func isEmptyBehindTheEnd() {
    let none = page(3, after: 7)
    #expect(none.lines.isEmpty && none.previous == nil && none.next == nil)
  }
}
