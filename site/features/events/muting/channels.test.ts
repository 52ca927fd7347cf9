import { expect, test } from 'vitest'
import { nothingMuted } from '#site/lib/display/muting.ts'
import { areMuted, toggleChannels } from './channels.ts'

const twitch = { platform: 'twitch', account: 'ZeratoR' } as const
const youtube = { platform: 'youtube', account: 'zerator' } as const

test('channels are muted together, and shown again together', () => {
  const muted = toggleChannels([twitch, youtube], { ...nothingMuted, long_events: true })
  expect(muted).toEqual({ ...nothingMuted, long_events: true, channels: [twitch, youtube] })
  expect(areMuted([twitch, youtube], muted)).toBe(true)
  expect(toggleChannels([twitch, youtube], muted).channels).toEqual([])
})

test('one that is muted already is not listed twice, however it is written', () => {
  const muted = {
    ...nothingMuted,
    channels: [{ platform: 'twitch', account: '@zerator' } as const],
  }
  expect(areMuted([twitch], muted)).toBe(true)
  expect(areMuted([twitch, youtube], muted)).toBe(false)
  expect(toggleChannels([twitch, youtube], muted).channels).toEqual([twitch, youtube])
})

test('no channel is muted where there is none', () => {
  expect(areMuted([], nothingMuted)).toBe(false)
})
