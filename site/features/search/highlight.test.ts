import { describe, expect, test } from 'vitest'
import { splitAtMatches } from './highlight.ts'

/** The text with what is marked in brackets. */
function marked(text: string, search: string): string {
  return splitAtMatches(text, search)
    .map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text))
    .join('')
}

describe('what a search marks in a text', () => {
  test.each([
    ['ZEvent 2025', 'zevent', '[ZEvent] 2025'],
    ['Évènement caritatif', 'evenement', '[Évènement] caritatif'],
    ['Evenement', 'évèn', '[Evèn]ement'.replace('è', 'e')],
    ['AmineMaTué', 'tue', 'AmineMa[Tué]'],
    ['Awesome Games Done Quick', 'games quick', 'Awesome [Games] Done [Quick]'],
    ['Elden Ring', 'e', '[E]lden Ring'],
    ['Elden Ring', 'ng', 'Elden Ring'],
    ['Pok\u0065\u0301mon', 'poke', '[Pok\u0065\u0301]mon'],
    ['100% légal_', '%', '100% légal_'],
    ['a (b) [c]', '.*', 'a (b) [c]'],
    ['שלום עולם', 'שלום', '[שלום] עולם'],
    ['ﬁnal', 'fin', '[ﬁn]al'],
    ['🎮 Night', 'night', '🎮 [Night]'],
    ['Anything', '', 'Anything'],
  ])('%s, searched for “%s”', (text, search, expected) => {
    expect(marked(text, search)).toBe(expected)
  })

  test('never loses or adds a character', () => {
    for (const text of ['<b>x</b>', 'İstanbul', '\u0301e', '👩‍👩‍👧 family', '']) {
      expect(
        splitAtMatches(text, 'x i e fam')
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }
  })
})
