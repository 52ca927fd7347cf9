import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { channelHues, hashSubject } from '#worker/contracts/channel-hue.ts'
import { rasterize } from '#worker/features/social-cards/rasterize.ts'
import { computeLuminance, MAX_LUMINANCE_BEHIND_WHITE_TEXT } from './color.ts'
import {
  drawArticleCover,
  drawBackdrop,
  drawFace,
  drawFacePoster,
  drawGameCover,
  drawGroupPoster,
  drawPlainPoster,
} from './drawings.ts'
import { choosePalette, ink } from './palette.ts'
import {
  articlePicturePath,
  avatarPath,
  designVersion,
  gamePicturePath,
  groupPicturePath,
  plainPosterPath,
  readSeed,
} from './paths.ts'
import { drawPictureAtPath } from './pictures.ts'

const drawings = [
  drawFace,
  drawFacePoster,
  drawGroupPoster,
  drawPlainPoster,
  drawGameCover,
  drawArticleCover,
]
/** Each hue, with each turn of it and each tone. */
const SEEDS = Array.from({ length: 1000 }, (_, index) => hashSubject(`twitch/channel${index}`))
const ACHIEVEMENTS = globSync('public/media/drawn/achievements/*.svg').map((path) =>
  readFileSync(path, 'utf8'),
)
const PICTURES = SEEDS.slice(0, 60).flatMap((seed) => [
  ...drawings.map((draw) => draw({ seed })),
  drawBackdrop(seed, { width: 1200, height: 630 }),
])
const ALL = [...ACHIEVEMENTS, ...PICTURES]

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

function contrast(one: string, other: string): number {
  const [a, b] = [computeLuminance(one), computeLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

test('the same subject draws the same bytes and another one draws others', () => {
  for (const draw of drawings) {
    expect(draw({ seed: 7 })).toBe(draw({ seed: 7 }))
    expect(draw({ seed: 8 })).not.toBe(draw({ seed: 7 }))
  }
})

test('each path is answered with its picture', () => {
  const seed = hashSubject('twitch/luna')
  const pictures = [
    [avatarPath('twitch/luna'), drawFace({ seed })],
    [plainPosterPath('twitch/luna'), drawPlainPoster({ seed })],
    [articlePicturePath(7), drawArticleCover({ seed: 7 })],
    [gamePicturePath(7), drawGameCover({ seed: hashSubject('game/7') })],
    [groupPicturePath({ slug: 'gdq' }), drawGroupPoster({ seed: hashSubject('group/gdq') })],
  ] as const
  for (const [path, picture] of pictures) {
    expect(drawPictureAtPath(path.replace('drawn/', ''))).toBe(picture)
  }
  expect(readSeed(avatarPath('twitch/luna'))).toBe(seed)
  expect(readSeed('uploads/a.webp')).toBeUndefined()
})

test('an address of a former version is answered with the new picture', () => {
  expect(drawPictureAtPath('3/avatars/abc-JD.svg')).toBe(
    drawPictureAtPath(`${designVersion}/avatars/abc.svg`),
  )
  expect(drawPictureAtPath('3/posters/award_show/abc-%E5%8E%9F.svg')).toBe(
    drawPictureAtPath(`${designVersion}/posters/face/abc.svg`),
  )
  expect(drawPictureAtPath('1/games/abc-G.svg')).toBe(
    drawPictureAtPath(`${designVersion}/games/abc.svg`),
  )
  expect(drawPictureAtPath('articles/7.svg')).toBe(drawArticleCover({ seed: 7 }))
  expect(drawPictureAtPath('events/charity-7.svg')).toMatch(/^<svg /)
})

test('nothing else is answered, and no version to come, which browsers would keep', () => {
  const next = `${designVersion + 1}/avatars/abc.svg`
  for (const path of [next, 'articles/x.svg', '4/avatars/zzzzzzzz.svg', 'events/a.svg', '']) {
    expect(drawPictureAtPath(path), path).toBeUndefined()
  }
})

test('every picture is well-formed, without text, and brings no style, script or link', () => {
  for (const svg of ALL) {
    expect(isWellFormed(svg)).toBe(true)
    expect(svg).not.toMatch(/ style=|<script|<text|href="[^#]|NaN|undefined|Infinity/)
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

test('a picture stays under 9 kB', () => {
  expect(Math.max(...ALL.map((svg) => Buffer.byteLength(svg)))).toBeLessThan(9000)
})

test('on all hues words have 4.5:1 over whatever lies under them', () => {
  const palettes = SEEDS.map(choosePalette)
  expect(new Set(SEEDS.map((seed) => seed % channelHues.length)).size).toBe(channelHues.length)
  for (const [index, { ground, shapes, tone, shades, paper }] of palettes.entries()) {
    for (const color of [...ground, ...shapes]) {
      expect(computeLuminance(color)).toBeLessThan(MAX_LUMINANCE_BEHIND_WHITE_TEXT)
      expect(contrast(color, '#ffffff')).toBeGreaterThan(4.5)
    }
    for (const color of [tone, paper, ...shades]) {
      expect(contrast(color, ink)).toBeGreaterThan(4.5)
    }
    const used = drawPlainPoster({ seed: SEEDS[index] ?? 0 }).match(/#[\da-f]{6}(?=")/g) ?? []
    expect([...ground, ...shapes]).toEqual(expect.arrayContaining(used))
  }
})

/** Share of the picture’s points at 40 px that differ visibly. */
function countDifferences(one: Uint8Array, other: Uint8Array): number {
  let different = 0
  for (let at = 0; at < one.length; at += 4) {
    const distance = [0, 1, 2].reduce(
      (sum, channel) => sum + Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)),
      0,
    )
    if (distance > 60) different += 1
  }
  return different / (one.length / 4)
}

test('any two channels differ at 40 px', async () => {
  const engine = readFileSync('node_modules/@resvg/resvg-wasm/index_bg.wasm')
  const faces = await Promise.all(
    SEEDS.slice(0, 150).map(async (seed) => {
      const small = drawFace({ seed }).replace('width="100" height="100"', 'width="40" height="40"')
      return (await rasterize(small, { engine, fonts: [] })).rgba
    }),
  )
  const least = faces.map((face, index) =>
    Math.min(1, ...faces.slice(index + 1).map((other) => countDifferences(face, other))),
  )
  expect(Math.min(...least)).toBeGreaterThan(0.04)
})
