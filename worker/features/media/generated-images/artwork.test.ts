import { expect, test } from 'vitest'
import {
  achievementIds,
  achievements,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import {
  categoryHue,
  drawAchievement,
  drawArticle,
  drawAvatar,
  drawGame,
  drawGroup,
  drawPoster,
} from './artwork.ts'
import { luminance, MAX_LUMINANCE_BEHIND_WHITE_TEXT } from './color.ts'
import { initials } from './initials.ts'

const CATEGORIES = [
  'charity',
  'speedrun',
  'esports',
  'award_show',
  'showcase',
  'variety',
  'talk_show',
  'sport',
  'music',
  'irl',
  'subathon',
  'convention',
  'science',
  'other',
]
const IDS = [1, 2, 3, 40, 512, 7919, 123_456, 2_000_000_001]
const NASTY = `<script>&"'\u0000\uD800]]>`

const POSTERS = CATEGORIES.flatMap((category) =>
  IDS.flatMap((id) => [
    drawPoster({ id, category }),
    drawPoster({ id, category, width: 116, height: 65 }),
  ]),
)
const ACHIEVEMENTS = achievementIds.map((id) =>
  drawAchievement({ id, tier: achievements[id].tier }),
)
const OTHERS = ACHIEVEMENTS.concat(
  IDS.flatMap((id) => [
    drawArticle(id),
    ...['Jane Doe', NASTY].flatMap((name) => [
      drawAvatar({ id, name }),
      drawGame({ id, name }),
      drawGroup({ id, name }),
    ]),
  ]),
)

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

test('the same id draws the same bytes and another id draws others', () => {
  for (const category of CATEGORIES) {
    const poster = drawPoster({ id: 7, category })
    expect(drawPoster({ id: 7, category })).toBe(poster)
    expect(drawPoster({ id: 8, category })).not.toBe(poster)
  }
  for (const draw of [drawAvatar, drawGame, drawGroup]) {
    expect(draw({ id: 7, name: 'A' })).toBe(draw({ id: 7, name: 'A' }))
    expect(draw({ id: 8, name: 'A' })).not.toBe(draw({ id: 7, name: 'A' }))
  }
  expect(drawArticle(7)).toBe(drawArticle(7))
  expect(drawArticle(8)).not.toBe(drawArticle(7))
})

test('every picture is well-formed and brings no style, script or link to elsewhere', () => {
  for (const svg of [...POSTERS, ...OTHERS]) {
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).not.toMatch(/ style=|<script|href="[^#]|NaN|undefined|Infinity/)
  }
})

test('every reference of a picture has its target', () => {
  for (const svg of [...POSTERS, ...OTHERS]) {
    const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1])
    const wanted = [...svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)].map((match) => match[1])
    expect(ids).toEqual([...new Set(ids)])
    expect(ids).toEqual(expect.arrayContaining(wanted))
  }
})

test('a picture stays under 6 kB', () => {
  const sizes = [...POSTERS, ...OTHERS].map((svg) => new TextEncoder().encode(svg).length)
  expect(Math.max(...sizes)).toBeLessThan(6000)
})

test('a poster has the asked size and a view of 16:9', () => {
  const poster = drawPoster({ id: 1, category: 'music', width: 116, height: 65 })
  expect(poster).toMatch(/^<svg [^>]*width="116" height="65" viewBox="0 0 1280 720"/)
  expect(drawPoster({ id: 1, category: 'music' })).toContain('width="1280" height="720"')
})

test('white text has 4.5:1 over the bottom third of a poster, whatever lies under the scrim', () => {
  for (const svg of POSTERS) {
    const scrim =
      /<linearGradient id="\w+s".*?offset="\.66" stop-color="(#\w+)" stop-opacity="(\.\d+)"/
    const [, ink = '', opacity = ''] = scrim.exec(svg) ?? []
    expect(luminance(overWhite(ink, Number(opacity)))).toBeLessThan(MAX_LUMINANCE_BEHIND_WHITE_TEXT)
    const [, above = ''] = svg.split(/<rect width="1280" height="720" fill="url\(#\w+s\)"\/>/)
    const colors = colorsIn(above)
    expect(colors.length).toBeGreaterThan(3)
    expect(Math.max(...colors.map(luminance))).toBeLessThan(MAX_LUMINANCE_BEHIND_WHITE_TEXT)
  }
})

test('white initials have 4.5:1 on every avatar, game and group', () => {
  for (let id = 1; id <= 400; id++) {
    const badge = /r="190" fill="(#\w+)"/.exec(drawGroup({ id, name: 'A B' }))?.[1]
    const themeColors = [drawAvatar({ id, name: 'A B' }), drawGame({ id, name: 'A B' })].flatMap(
      colorsIn,
    )
    const lightest = Math.max(...[...themeColors, badge ?? '#ffffff'].map(luminance))
    expect(lightest).toBeLessThan(MAX_LUMINANCE_BEHIND_WHITE_TEXT)
  }
})

test('each category has its own hue and an unknown one the hue of the rest', () => {
  expect(new Set(CATEGORIES.map(categoryHue)).size).toBe(CATEGORIES.length)
  expect(categoryHue('charity')).toBe(8)
  expect(categoryHue('talk_show')).toBe(190)
  expect(categoryHue('constructor')).toBe(categoryHue('other'))
  expect(isWellFormed(drawPoster({ id: 1, category: NASTY }))).toBe(true)
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
  expect(drawAvatar({ id: 1, name: '<>' })).toContain('>&#60;</text>')
})
