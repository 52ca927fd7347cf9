import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import type { VideoView } from '#worker/features/moderation/proposals/videos/contract.ts'
import { createEmptyDraft, type Draft } from './draft.ts'
import { createVideoLookup, toDraftFields } from './video-lookup.ts'

const video: VideoView = {
  platform: 'youtube',
  streaming_account_name: 'arte_concert',
  channel_name: 'ARTE Concert',
  channel_picture: null,
  picture: null,
  name: 'A Night at the Opera',
  language: 'fr',
  start: '2027-01-08T19:00:00Z',
  url: 'https://www.youtube.com/watch?v=abcdefghijk',
}
const blank = createEmptyDraft('en', 'Europe/Paris')

test('a video fills in channel, name, language, times in the event’s zone, and the proof', () => {
  expect(toDraftFields(video, blank)).toEqual({
    platform: 'youtube',
    streaming_account_name: 'arte_concert',
    name: 'A Night at the Opera',
    language: 'fr',
    proof_url: video.url,
    start_date: '2027-01-08',
    start_time: '20:00',
    end_date: '2027-01-08',
    end_time: '23:00',
  })
})

test('what was typed stays', () => {
  const typed: Draft = {
    ...blank,
    name: 'Opera night',
    start_date: '2027-01-09',
    proof_url: 'https://example.com/opera',
  }
  expect(toDraftFields(video, typed)).toEqual({
    platform: 'youtube',
    streaming_account_name: 'arte_concert',
    language: 'fr',
  })
})

test('another video takes the place of what the first filled in', () => {
  const filled = toDraftFields(video, blank)
  const other = { ...video, name: 'Carmen', start: '2027-02-01T18:00:00Z' }
  const next = toDraftFields(other, { ...blank, ...filled, name: 'My Carmen' }, filled)
  expect(next).toMatchObject({ start_date: '2027-02-01', start_time: '19:00', end_time: '22:00' })
  expect(next).not.toHaveProperty('name')
})

test('a start that is not said, or a date without an hour, fills no times', () => {
  expect(toDraftFields({ ...video, start: null }, blank)).not.toHaveProperty('start_date')
  const dateOnly: Draft = { ...blank, time_certainty: 'date_only' }
  expect(toDraftFields(video, dateOnly)).not.toHaveProperty('start_date')
})

test('only the last link counts, and a link is asked after once', async () => {
  const answers = [Promise.withResolvers<VideoView>(), Promise.withResolvers<VideoView>()]
  let asked = 0
  const post = vi.fn(() => answers[asked++]?.promise)
  const { look, $lookup } = createVideoLookup(fakeApi({ post }))
  const first = look('https://youtu.be/aaaaaaaaaaa')
  const again = look('https://youtu.be/aaaaaaaaaaa')
  const second = look('https://youtu.be/bbbbbbbbbbb')
  expect($lookup.get()).toEqual({ state: 'looking' })
  answers[1]?.resolve(video)
  answers[0]?.resolve({ ...video, name: 'Late' })
  expect(await Promise.all([first, again, second])).toEqual([undefined, undefined, video])
  expect(post).toHaveBeenCalledTimes(2)
  expect($lookup.get()).toEqual({ state: 'found', video })
  await look('https://www.twitch.tv/someone')
  expect($lookup.get()).toEqual({ state: 'none' })
})

test.each([
  [404, 'video_not_found', 'gone'],
  [429, 'too_many_attempts', 'gone'],
  [404, 'youtube_off', 'We couldn’t read this video. Enter the channel’s name below.'],
  [503, 'youtube_unavailable', 'We couldn’t read this video. Enter the channel’s name below.'],
] as const)('a refusal with %i %s says what to do, and can be tried again', async (...facts) => {
  const [status, code, text] = facts
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
  const post = vi.fn(() => Promise.reject(new ApiError({ status, code, msg: 'gone' })))
  const { look, $lookup } = createVideoLookup(fakeApi({ post }))
  await look('https://youtu.be/aaaaaaaaaaa')
  expect($lookup.get()).toEqual({ state: 'failed', text })
  await look('https://youtu.be/aaaaaaaaaaa')
  expect(post).toHaveBeenCalledTimes(2)
})
