import { existsSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { pickChannelHue, channelHues, channelPictureKey } from '#worker/contracts/channel-hue.ts'
import { DemoEvent, listOccurrences, findTodayInEventZone } from './demo-occurrences.ts'

const file = new URL('demo/fictional-events.json', import.meta.url)
const demo = v.parse(v.array(DemoEvent), JSON.parse(readFileSync(file, 'utf8')))

function rowOf({ platform, streaming_account_name: account }: DemoEvent) {
  const avatar = new URL(`demo/pictures/avatar-${account.slice(5)}.webp`, import.meta.url)
  return {
    subject: channelPictureKey({ platform, account }),
    hue: pickChannelHue({ id: 0, platform, streaming_account_name: account, group: null }),
    hasAvatar: existsSync(avatar),
  }
}

function hueSteps(a: number, b: number): number {
  const [one, other] = [a, b].map((hue) => channelHues.findIndex((known) => known === hue))
  const distance = Math.abs((one ?? 0) - (other ?? 0))
  return Math.min(distance, channelHues.length - distance)
}

it.each([0, 1, 3, 6, 40])(
  'neighbours of different channels are distinct in the demo agenda of day %i',
  (day) => {
    const now = Date.UTC(2026, 10, 20 + day, 12)
    const rows = demo
      .flatMap((event) =>
        listOccurrences(event, findTodayInEventZone(event, now), now)
          .filter(({ endAt }) => endAt > now)
          .map(({ startAt }) => ({ startAt, ...rowOf(event) })),
      )
      .toSorted((a, b) => a.startAt - b.startAt)
    const pairs = rows.flatMap((row, index) => {
      const next = rows[index + 1]
      return next && next.subject !== row.subject ? [{ row, next }] : []
    })
    expect(pairs.length).toBeGreaterThan(50)
    // Pictures of their own differ; faces do by their hue.
    const alike = pairs.filter(
      ({ row, next }) => !row.hasAvatar && !next.hasAvatar && hueSteps(row.hue, next.hue) < 2,
    )
    expect(alike).toEqual([])
    const steps = pairs.map(({ row, next }) => hueSteps(row.hue, next.hue))
    expect(steps.reduce((sum, one) => sum + one, 0) / steps.length).toBeGreaterThan(4)
  },
)
