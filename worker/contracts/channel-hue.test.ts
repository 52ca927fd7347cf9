import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  pickChannelHue,
  channelHueClass,
  channelHues,
  eventSubject,
  pickHue,
  hashSubject,
} from './channel-hue.ts'

const event = {
  id: 7,
  platform: 'twitch',
  streaming_account_name: 'GamesDoneQuick',
  group: { slug: 'gdq' },
} as const

describe('the hue of a channel', () => {
  it('is the same however its account is written, and another one on another platform', () => {
    expect(pickChannelHue({ ...event, streaming_account_name: '@gamesdonequick', id: 8 })).toBe(
      pickChannelHue(event),
    )
    expect(pickChannelHue({ ...event, platform: 'youtube' })).not.toBe(pickChannelHue(event))
  })

  it('is its group’s without a channel, and its own without either', () => {
    const withoutChannel = { ...event, streaming_account_name: null }
    expect(eventSubject(withoutChannel)).toBe('group/gdq')
    expect(eventSubject({ ...withoutChannel, group: null })).toBe('event/7')
  })

  it('is spread: of 2,000 names each hue gets its share', () => {
    const counts = new Map<number, number>()
    for (let index = 0; index < 2000; index++) {
      const hue = pickHue(hashSubject(`twitch/channel${index}`))
      counts.set(hue, (counts.get(hue) ?? 0) + 1)
    }
    expect(counts.size).toBe(channelHues.length)
    expect(Math.min(...counts.values())).toBeGreaterThan(60)
    expect(Math.max(...counts.values())).toBeLessThan(150)
  })

  it('is set by a class', () => {
    const css = readFileSync(new URL('../../site/ui/channel-hue.css', import.meta.url), 'utf8')
    const written = [...css.matchAll(/\.hue-(\d+) \{\s*--channel-hue: (\d+);/g)]
    expect(written.map(([, name, value]) => [Number(name), Number(value)])).toEqual(
      channelHues.map((hue) => [hue, hue]),
    )
    expect(channelHueClass(event)).toBe(`hue-${pickChannelHue(event)}`)
  })
})
