import { expect, test } from 'vitest'
import { findPlatformLink, parseChannelLink, looksLikeLink, toChannelLink } from './channel-link.ts'

test.each([
  ['https://www.twitch.tv/zerator', 'twitch', 'zerator'],
  ['twitch.tv/GamesDoneQuick/schedule', 'twitch', 'GamesDoneQuick'],
  ['  https://m.twitch.tv/ibai?sr=a ', 'twitch', 'ibai'],
  ['https://www.youtube.com/@arte_concert/live', 'youtube', 'arte_concert'],
  ['youtube.com/@espa%C3%B1ol', 'youtube', 'español'],
])('%s names a channel', (link, platform, account) => {
  expect(parseChannelLink(link)).toEqual({ platform, account })
})

test.each([
  'https://www.youtube.com/watch?v=abc',
  'https://www.youtube.com/channel/UC123',
  'https://www.twitch.tv/directory/game/Celeste',
  'https://www.twitch.tv/',
  'https://twitch.tv.evil.example/zerator',
  'https://nosuch.example/zerator',
  'https://youtube.com/@%zz',
  'https://youtube.com/@%ff',
  'zerator',
  'not a link at all',
  '',
])('%s names none', (link) => {
  expect(parseChannelLink(link)).toBeUndefined()
})

test('a channel has a link only where it leads back to it', () => {
  expect(toChannelLink('youtube', 'español')).toBe('https://www.youtube.com/@espa%C3%B1ol')
  expect([toChannelLink('', 'zerator'), toChannelLink('twitch', 'a/b')]).toEqual(['', ''])
})

test('a name is not taken for a link', () => {
  expect(looksLikeLink('zerator')).toBe(false)
  expect(looksLikeLink('mr.popular')).toBe(false)
  expect(looksLikeLink('youtu.be/abc')).toBe(true)
  expect(looksLikeLink('https://nosuch.example/x')).toBe(true)
})

test.each([
  ['Look at this! https://youtu.be/premiere_01 Tonight', 'https://youtu.be/premiere_01'],
  ['https://www.twitch.tv/zerator', 'https://www.twitch.tv/zerator'],
  ['https://evil.example/ https://youtu.be/premiere_01', 'https://youtu.be/premiere_01'],
  ['https://evil.example/watch?v=premiere_01', undefined],
  ['javascript:https://youtu.be/premiere_01', undefined],
  ['zerator', undefined],
])('of what is shared, %s, the link is %s', (text, link) => {
  expect(findPlatformLink(text)).toBe(link)
})
