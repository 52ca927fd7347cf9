import { inflateSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Ctx, System } from '#worker/context.ts'
import { formatTicket } from './card-content.ts'
import { drawSocialCard, type SocialCardContent } from './card.ts'
import { drawCardsInTurn } from './cards.ts'
import { findWritableText, fitText, measureText } from './text-layout.ts'
import { encodePng } from './png.ts'
import { overlayPixels } from './rasterize.ts'

const facts: SocialCardContent = {
  name: 'Marathon <b>&</b>',
  ticket: 'VEN. 4 DÉC. · 21:00 (Paris)',
  people: [
    { name: 'ZeratoR', seed: 7 },
    { name: 'Luna', seed: 8 },
    { name: 'Sol', seed: 9 },
  ],
  platform: 'twitch',
  notice: undefined,
}

test.each([
  ['Événement ¿ñ? œ ß Š', 'Événement ¿ñ? œ ß Š'],
  ['𝕊𝕡𝕖𝕖𝕕  ｒｕｎ', 'Speed run'],
  ['a\u00adb\u202e\u0000', 'ab'],
  ['原神 Gala', undefined],
  ['Gala 🎮', undefined],
  ['a\uD800', undefined],
  [' ', undefined],
])('of %j a card can write %j', (text, written) => {
  expect(findWritableText(text)).toBe(written)
})

test('a name takes the largest size at which all of it fits', () => {
  const box = { width: 800, height: 180 }
  expect(fitText('Short', [80, 60], box)).toEqual({ lines: ['Short'], size: 80 })
  const long = 'A name that is a good deal longer than one line of this size, or two'
  const fitted = fitText(long, [80, 60, 40], box)
  expect(fitted?.size).toBe(40)
  expect(fitted?.lines.join(' ')).toBe(long)
  for (const line of fitted?.lines ?? []) {
    expect((measureText(line) * 40) / 1000).toBeLessThanOrEqual(800)
  }
})

test.each(['word '.repeat(150).trim(), 'mm'.repeat(150), '原神'])(
  'of %.9s… a card shows nothing',
  (name) => {
    const svg = drawSocialCard({ ...facts, name })
    expect(svg).not.toMatch(/word|mm|原/)
  },
)

test('a card escapes what it writes and says the rest', () => {
  const svg = drawSocialCard({ ...facts, notice: 'Annulé' })
  expect(svg).toContain('Marathon &#60;b&#62;&#38;&#60;/b&#62;')
  for (const text of ['VEN. 4 DÉC. · 21:00 (Paris)', 'ZeratoR, Luna +1', 'Annulé']) {
    expect(svg).toContain(`>${text}<`)
  }
})

test.each([
  ['fr', 'Europe/London', 'MAR. 1ER DÉC. · 20:00 (Londres)'],
  ['es', 'America/Mexico_City', 'MAR, 1 DIC · 14:00 (Ciudad de México)'],
] as const)('a ticket in %s names the day and the city of %s as one writes them', (...one) => {
  const [locale, timezone, written] = one
  const [start, end] = ['2026-12-01T20:00:00Z', '2026-12-01T22:00:00Z']
  expect(formatTicket({ start, end, timezone, time_certainty: 'exact' }, locale)).toBe(written)
})

test('names of people are whole: fewer where they are long, the platform where none fits', () => {
  const written = (...names: string[]) =>
    drawSocialCard({ ...facts, people: names.map((name, seed) => ({ name, seed })) })
  expect(written('a'.repeat(30), 'b'.repeat(30))).toMatch(/>a{30} \+1</)
  expect(written('a'.repeat(70))).toContain('>Twitch<')
  expect(written('Luna', '原神')).toContain('>Luna +1<')
  expect(written('原神', 'Luna')).toContain('>Twitch<')
})

test('a PNG holds its points, rounded to the step', async () => {
  const rgba = Uint8Array.from([0, 100, 255, 255, 7, 8, 9, 255])
  const png = Buffer.from(await encodePng({ width: 1, height: 2, rgba }, 5))
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1, 2])
  const length = png.readUInt32BE(33)
  expect(png.toString('latin1', 37, 41)).toBe('IDAT')
  expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([0, 0, 100, 255, 0, 5, 10, 10])
})

test('a layer covers the ground as far as it is opaque', () => {
  const size = { width: 3, height: 1 }
  const ground = {
    ...size,
    rgba: Uint8Array.from([200, 100, 0, 255, 200, 100, 0, 255, 200, 100, 0, 255]),
  }
  const layer = { ...size, rgba: Uint8Array.from([0, 0, 0, 0, 9, 9, 9, 255, 0, 0, 100, 128]) }
  expect([...overlayPixels(layer, ground).rgba]).toEqual([
    200, 100, 0, 255, 9, 9, 9, 255, 100, 50, 100, 255,
  ])
})

test('an event whose cards cannot be drawn is tried again by itself, and the others follow', async () => {
  const send = vi.fn<Ctx['send']>()
  // Without a database.
  const ctx = { send } as unknown as Ctx<System>
  await drawCardsInTurn(ctx, { eventId: 1, others: [2, 3] })
  expect(send.mock.calls.map(([messages]) => messages)).toEqual([
    [{ type: 'draw_cards', eventId: 1, others: [] }],
    [{ type: 'draw_cards', eventId: 2, others: [3] }],
  ])
  await expect(drawCardsInTurn(ctx, { eventId: 1 })).rejects.toThrow()
  expect(send).toHaveBeenCalledTimes(2)
})
