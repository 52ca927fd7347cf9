import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Category } from '#worker/contracts/enumerations.ts'
import { drawArticleCover } from './article-cover.ts'
import { computeLuminance, MAX_LUMINANCE_BEHIND_WHITE_TEXT } from './color.ts'
import { drawAvatar, drawBackdrop, drawGameCover, drawPoster } from './emblems.ts'
import { initials } from './initials.ts'
import { gamePicturePath } from './paths.ts'
import { drawPictureAtPath } from './pictures.ts'

const IDS = [1, 2, 3, 40, 512, 7919, 123_456, 2_000_000_001]
const NASTY = `<script>&"'\u0000\uD800]]>`

function readFiles(pattern: string): string[] {
  return globSync(`public/media/drawn/${pattern}.svg`).map((path) => readFileSync(path, 'utf8'))
}

const SCENES = readFiles('events/*')
const ACHIEVEMENTS = readFiles('achievements/*')
const NAMES = ['Jane Doe', 'WMW Marathon', '原神', NASTY]
const EMBLEMS = IDS.flatMap((seed, index) =>
  NAMES.flatMap((name) => [
    drawAvatar({ seed, name }),
    drawGameCover({ seed, name }),
    drawPoster({ seed, name }),
    drawPoster({ seed, name, category: Category.options[index] }),
    drawBackdrop(seed, { width: 1200, height: 630 }),
  ]),
)
const ALL = [...SCENES, ...ACHIEVEMENTS, ...EMBLEMS, ...IDS.map(drawArticleCover)]

/** Every tag closed in order, every attribute once and quoted, no stray sign in the text. */
function isWellFormed(xml: string): boolean {
  const tag = /<(\/?)([a-zA-Z]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g
  const open: string[] = []
  for (const [, end, name = '', attributes = '', empty] of xml.matchAll(tag)) {
    const names = [...attributes.matchAll(/ ([\w-]+)=/g)].map((match) => match[1])
    if (new Set(names).size < names.length) return false
    if (end === '/' && open.pop() !== name) return false
    if (end !== '/' && empty !== '/') open.push(name)
  }
  const rest = xml.replace(tag, '')
  return open.length === 0 && xml.isWellFormed() && !/[<>\0]|&(?!#\d+;)/.test(rest)
}

function colorsIn(svg: string): string[] {
  return svg.match(/#[\da-f]{6}(?=")/g) ?? []
}

/** The color over white at an opacity: the lightest the picture can be there. */
function overWhite(color: string, opacity: number): string {
  const channels = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16)
    return Math.ceil(value * opacity + 255 * (1 - opacity))
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

test('the same subject draws the same bytes and another one draws others', () => {
  for (const draw of [drawAvatar, drawGameCover, drawPoster]) {
    expect(draw({ seed: 7, name: 'A' })).toBe(draw({ seed: 7, name: 'A' }))
    expect(draw({ seed: 8, name: 'A' })).not.toBe(draw({ seed: 7, name: 'A' }))
    expect(draw({ seed: 7, name: 'B' })).not.toBe(draw({ seed: 7, name: 'A' }))
  }
  expect(drawArticleCover(7)).toBe(drawArticleCover(7))
  expect(drawArticleCover(8)).not.toBe(drawArticleCover(7))
})

test('an address with all of a picture is answered, and no other', () => {
  expect(drawPictureAtPath('articles/7.svg')).toBe(drawArticleCover(7))
  expect(drawPictureAtPath(gamePicturePath(7, 'Celeste').replace('drawn/', ''))).toMatch(/^<svg /)
  for (const path of ['articles/7.png', 'events/charity-7.svg', 'achievements/nothing.svg', '']) {
    expect(drawPictureAtPath(path)).toBeUndefined()
  }
})

test('every picture is well-formed and brings no style, script or link to elsewhere', () => {
  for (const svg of ALL) {
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).not.toMatch(/ style=|<script|href="[^#]|NaN|undefined|Infinity/)
  }
})

test('every reference of a picture has its target', () => {
  for (const svg of ALL) {
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    const wanted = [...svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)].map((match) => match[1])
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toEqual(expect.arrayContaining(wanted))
  }
})

test('a picture stays under 6 kB', () => {
  const sizes = ALL.map((svg) => new TextEncoder().encode(svg).length)
  expect(Math.max(...sizes)).toBeLessThan(6000)
})

test('every scene has a view of 16:9', () => {
  expect(SCENES).toHaveLength(Category.options.length + 1)
  for (const scene of SCENES) {
    expect(scene).toMatch(/^<svg [^>]*width="1280" height="720" viewBox="0 0 1280 720"/)
  }
})

test('white text has 4.5:1 over the bottom third of a scene, whatever lies under the scrim', () => {
  for (const svg of SCENES) {
    const scrim =
      /<linearGradient id="\w+s".*?offset="\.66" stop-color="(#\w+)" stop-opacity="(\.\d+)"/
    const [, ink = '', opacity = ''] = scrim.exec(svg) ?? []
    expect(computeLuminance(overWhite(ink, Number(opacity)))).toBeLessThan(
      MAX_LUMINANCE_BEHIND_WHITE_TEXT,
    )
    const [, above = ''] = svg.split(/<rect width="1280" height="720" fill="url\(#\w+s\)"\/>/)
    const colors = colorsIn(above)
    expect(colors.length).toBeGreaterThan(3)
    expect(Math.max(...colors.map(computeLuminance))).toBeLessThan(MAX_LUMINANCE_BEHIND_WHITE_TEXT)
  }
})

test('initials and glyphs have 4.5:1 over whatever lies under them, and white text over the rest', () => {
  for (let seed = 1; seed <= 600; seed++) {
    const ground = drawBackdrop(seed, { width: 1280, height: 720 })
    const lightest = Math.max(...colorsIn(ground).map(computeLuminance))
    expect(lightest).toBeLessThan(MAX_LUMINANCE_BEHIND_WHITE_TEXT)
    const poster = drawPoster({ seed, name: 'A B', category: 'music' })
    const letters = [...new Set(colorsIn(poster))].filter((color) => !ground.includes(color))
    expect(letters).toHaveLength(1)
    expect((computeLuminance(letters[0] ?? '') + 0.05) / (lightest + 0.05)).toBeGreaterThan(4.5)
    expect(drawAvatar({ seed, name: 'A B' })).toContain(letters[0])
    expect(drawGameCover({ seed, name: 'A B' })).toContain(letters[0])
  }
})

test('initials are drawn in the display face, others by the reader’s fonts', () => {
  expect(drawAvatar({ seed: 1, name: 'Élan Ødegård' })).not.toContain('<text')
  expect(drawPoster({ seed: 1, name: 'Żubr' })).not.toContain('<text')
  expect(drawAvatar({ seed: 1, name: '原神' })).toContain('>原</text>')
})

test('every letter stays inside the square that rows cut out of a poster', () => {
  for (const name of ['W W', 'M W', 'I', 'ŴM'] as const) {
    for (const category of [undefined, 'music'] as const) {
      const svg = drawPoster({ seed: 3, name, category })
      const [, left, , scale] = /translate\(([\d.]+) ([\d.]+)\) scale\(([\d.]+)\)/.exec(svg) ?? []
      expect(Number(left)).toBeGreaterThanOrEqual(280)
      expect(Number(scale)).toBeGreaterThan(0.3)
      const glyph = / transform="translate\((\d+) \d+\) scale\(5\.83\)"/.exec(svg)?.[1]
      if (category) expect(Number(glyph)).toBeLessThanOrEqual(1000 - 140)
    }
  }
})

test('a poster has no size of its own: its ground covers a box, its letters fit in one', () => {
  const poster = drawPoster({ seed: 1, name: 'A B', category: 'music' })
  const [root, ground, letters] = poster.match(/<svg [^>]*>/g) ?? []
  expect(root).toBe('<svg xmlns="http://www.w3.org/2000/svg">')
  expect(ground).toContain('viewBox="0 0 1280 720" preserveAspectRatio="xMidYMid slice"')
  expect(letters).toContain('viewBox="280 0 720 720" preserveAspectRatio="xMidYMid meet"')
})

test.each([
  ['Jane Doe', 'JD'],
  ['Games Done Quick', 'GD'],
  ['speedDons', 'SD'],
  ['MisterMV', 'MM'],
  ['ibai', 'I'],
  ['élodie über', 'ÉÜ'],
  ['原神', '原'],
  ['the_legend-of', 'TL'],
  ['The Game Awards', 'GA'],
  ['L’Étape', 'É'],
  ['The The', 'T'],
  ['2 Pac', '2P'],
  ['ßtraße', 'S'],
  ['GD', 'GD'],
  ['ÉÜ', 'ÉÜ'],
  ['原', '原'],
  ['🎮', '🎮'],
  ['Пётр Ильич', 'ПИ'],
  ['原 神', '原神'],
  ['<>', '<'],
  ['   ', '?'],
])('the initials of %s are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

test('initials are escaped', () => {
  expect(drawAvatar({ seed: 1, name: '<>' })).toContain('>&#60;</text>')
})
