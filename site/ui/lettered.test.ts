import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSeededRandom } from '#worker/features/media/generated-images/random.ts'
import { findWritableText, fitText } from '#worker/features/social-cards/text-layout.ts'
import { html } from './html.ts'
import { lettered } from './lettered.ts'
import { letteredSize, letterSizes } from './lettered-size.ts'

/** First and last letter. */
const scripts: Record<string, readonly [number, number]> = {
  Latin: [0x61, 0x7a],
  'Latin with accents': [0xe0, 0xf6],
  Greek: [0x3b1, 0x3c9],
  Cyrillic: [0x430, 0x44f],
  Hebrew: [0x5d0, 0x5ea],
  Arabic: [0x627, 0x63a],
  Devanagari: [0x905, 0x939],
  Thai: [0xe01, 0xe2e],
  Han: [0x4e00, 0x9fa5],
  Kana: [0x30a1, 0x30fa],
}

function namesIn([first, last]: readonly [number, number]): string[] {
  const random = createSeededRandom(`names from ${first}`)
  const letter = () => String.fromCodePoint(random.int(first, last))
  const word = () => Array.from({ length: random.int(1, 12) }, letter).join('')
  return Array.from({ length: 1000 }, () =>
    Array.from({ length: random.int(1, 9) }, word).join(' '),
  )
}

test.each(Object.entries(scripts))(
  'a picture holds each of 1,000 names in %s whole',
  (_, range) => {
    for (const name of namesIn(range)) {
      const markup = lettered({ kind: 'poster', ground: html`<i></i>`, text: name }).markup
      expect(markup).toContain(`>${name}<`)
      expect(markup).toMatch(/lettered-words lettered-(?:[3-9]|10)"/)
    }
  },
)

test.each(Object.entries(scripts))(
  'a card writes each of 1,000 names in %s whole or not',
  (script, range) => {
    for (const name of namesIn(range)) {
      const written = findWritableText(name)
      const isWritable = script.startsWith('Latin')
      expect(written).toBe(isWritable ? name : undefined)
      if (!written) continue
      const fitted = fitText(written, [124, 84, 56, 40, 34], { width: 1072, height: 304 })
      expect(fitted?.lines.join(' ')).toBe(name)
    }
  },
)

test('a longer name has smaller letters, down to the smallest', () => {
  const sizes = [5, 30, 60, 120, 400].map((length) =>
    letteredSize('word '.repeat(length / 5), 'poster'),
  )
  expect(sizes).toEqual(sizes.toSorted((a, b) => a - b))
  expect(new Set(sizes).size).toBe(sizes.length)
  expect(sizes.at(-1)).toBe(letterSizes.length)
  expect(letteredSize('w'.repeat(200), 'spine')).toBe(letterSizes.length)
})

test('each size has its class', () => {
  const css = readFileSync(new URL('lettered.css', import.meta.url), 'utf8')
  const written = [...css.matchAll(/\.lettered-(\d+) \{\s*--letters: ([\d.]+)cqi;/g)]
  expect(written.map(([, number, size]) => [Number(number), Number(size)])).toEqual(
    letterSizes.map((size, index) => [index + 1, size]),
  )
})

test('words beside the picture are read once: those upon it are hidden, a title of its own is not', () => {
  const shared = { kind: 'poster', ground: html`<i></i>`, text: 'Gala' } as const
  expect(lettered(shared).markup).toContain('aria-hidden="true"')
  expect(lettered({ ...shared, title: html`<h3>Gala</h3>` }).markup).not.toContain('aria-hidden')
})
