import { inflateSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Ctx, System } from '#worker/context.ts'
import { drawSocialCard, type SocialCardContent } from './card.ts'
import { drawCardsInTurn } from './cards.ts'
import { fitLines, measureText, toRenderableText } from './text-layout.ts'
import { encodePng } from './png.ts'
import { overlayPixels } from './rasterize.ts'

const facts: SocialCardContent = {
  name: 'Marathon <b>&</b>',
  day: { weekday: 'Ven.', number: '4', month: 'déc. 2026' },
  time: '21:00 (Europe/Paris)',
  channel: 'ZeratoR – Twitch',
  platform: 'twitch',
  notice: undefined,
}

test.each([
  ['Événement ¿ñ? œ ß Š', 'Événement ¿ñ? œ ß Š'],
  ['𝕊𝕡𝕖𝕖𝕕 ｒｕｎ', 'Speed run'],
  ['原神 🎮 Gala', 'Gala'],
  ['a\u0000b\uD800  c', 'a b c'],
  ['🎮', ''],
])('of %j a card can write %j', (text, written) => {
  expect(toRenderableText(text)).toBe(written)
})

test('a name takes the largest size at which it fits', () => {
  const box = { width: 800, lines: 2 }
  expect(fitLines('Short', [80, 60], box)).toEqual({ lines: ['Short'], size: 80 })
  const long = 'A name that is a good deal longer than one line of this size'
  expect(fitLines(long, [80, 60], box)).toMatchObject({ size: 60 })
})

test('a name that never fits is cut with an ellipsis, and a long word broken', () => {
  const box = { width: 400, lines: 3 }
  for (const name of ['word '.repeat(60), 'w'.repeat(300), `${'Ж'.repeat(90)} end`]) {
    const { lines, size } = fitLines(name.trim(), [80, 50], box)
    expect([lines.length, size]).toEqual([3, 50])
    expect(lines.at(-1)).toMatch(/…$/)
    for (const line of lines) expect((measureText(line) * size) / 1000).toBeLessThanOrEqual(400)
  }
})

test('a card escapes what it writes and says the rest', () => {
  const svg = drawSocialCard({ ...facts, notice: 'Annulé' })
  expect(svg).toContain('Marathon &#60;b&#62;&#38;&#60;/b&#62;')
  for (const text of ['Ven.', '>4<', 'déc. 2026', '21:00 (Europe/Paris)', 'ZeratoR', 'Annulé']) {
    expect(svg).toContain(text)
  }
})

test('a card without a letter it can write shows the channel instead', () => {
  expect(drawSocialCard({ ...facts, name: '原神' }).match(/ZeratoR/g)).toHaveLength(2)
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
