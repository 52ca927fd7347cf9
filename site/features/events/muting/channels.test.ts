import { expect, test } from 'vitest'
import { emptyMutedSettings } from '#site/lib/display/muting.ts'
import { areChannelsMuted, toggleMutedChannels } from './channels.ts'

const twitch = { platform: 'twitch', account: 'ZeratoR' } as const
const youtube = { platform: 'youtube', account: 'zerator' } as const

test('channels are muted together, and shown again together', () => {
  const muted = toggleMutedChannels([twitch, youtube], { ...emptyMutedSettings, long_events: true })
  expect(muted).toEqual({ ...emptyMutedSettings, long_events: true, channels: [twitch, youtube] })
  expect(areChannelsMuted([twitch, youtube], muted)).toBe(true)
  expect(toggleMutedChannels([twitch, youtube], muted).channels).toEqual([])
})

test('one that is muted already is not listed twice, however it is written', () => {
  const muted = {
    ...emptyMutedSettings,
    channels: [{ platform: 'twitch', account: '@zerator' } as const],
  }
  expect(areChannelsMuted([twitch], muted)).toBe(true)
  expect(areChannelsMuted([twitch, youtube], muted)).toBe(false)
  expect(toggleMutedChannels([twitch, youtube], muted).channels).toEqual([twitch, youtube])
})

test('no channel is muted where there is none', () => {
  expect(areChannelsMuted([], emptyMutedSettings)).toBe(false)
})
