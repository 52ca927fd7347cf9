import { expect, test } from 'vitest'
import type { EventView } from '#worker/features/events/contract.ts'
import { listWatchChannels, toWatchOptions } from './watching.ts'

function event(facts: Partial<EventView>): EventView {
  return {
    phase: 'live',
    cancelled_at: null,
    platform: 'twitch',
    streaming_account_name: 'ZeratoR',
    channel: { streamer_id: 7, name: 'ZeratoR', avatar_path: 'avatars/a.webp' },
    watch_urls: ['https://www.twitch.tv/zerator'],
    participants: [],
    channel_owners: [],
    ...facts,
  } as EventView
}

test('a live Twitch channel plays in the page', () => {
  expect(toWatchOptions(event({}))).toEqual({
    inPlace: { platform: 'twitch', account: 'ZeratoR' },
    url: 'https://www.twitch.tv/zerator',
    platform: 'twitch',
  })
})

test('nothing plays before, after or when the event is cancelled', () => {
  for (const facts of [
    { phase: 'upcoming' },
    { phase: 'past' },
    { cancelled_at: '2027-01-01T00:00:00Z' },
    { watch_urls: [], streaming_account_name: null },
  ] as const) {
    expect(toWatchOptions(event(facts as Partial<EventView>))).toMatchObject({
      inPlace: undefined,
      url: undefined,
    })
  }
})

const handle = 'https://www.youtube.com/@handle'

test('a YouTube handle is linked, as its player wants a channel id', () => {
  const youtube = { platform: 'youtube', streaming_account_name: 'handle' } as const
  expect(toWatchOptions(event({ ...youtube, watch_urls: [handle] }))).toEqual({
    inPlace: undefined,
    url: handle,
    platform: 'youtube',
  })
  expect(
    toWatchOptions(event({ ...youtube, watch_urls: [handle, 'https://www.twitch.tv/other'] })),
  ).toEqual({
    inPlace: { platform: 'twitch', account: 'other' },
    url: 'https://www.twitch.tv/other',
    platform: 'twitch',
  })
})

test('each channel is shown under its own platform', () => {
  const watch_urls = ['https://www.twitch.tv/zerator', handle, 'https://www.twitch.tv/other']
  const guest = { platform: 'youtube', account: '@Handle', display_name: 'Guest', streamer_id: 8 }
  const participants = [guest] as EventView['participants']
  const owner = { ...guest, account: 'Owner', display_name: 'The Owner', streamer_id: 9 }
  const channel_owners = [owner] as EventView['channel_owners']
  const urls = [...watch_urls, 'https://www.youtube.com/@owner']
  const channels = listWatchChannels(event({ watch_urls: urls, participants, channel_owners }))
  expect(channels.map(({ platform, name, streamerId }) => [platform, name, streamerId])).toEqual([
    ['twitch', 'ZeratoR', 7],
    ['youtube', 'Guest', 8],
    ['twitch', undefined, undefined],
    ['youtube', 'The Owner', 9],
  ])
})
