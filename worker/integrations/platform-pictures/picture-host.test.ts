import { afterAll, beforeAll, expect, test } from 'vitest'
import { png } from '#tests/support/factories/pictures.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import type { FakePicture } from '#tests/support/fakes/fake-pictures.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { isAllowedPictureUrl, twitchAvatarUrl, twitchBoxArtUrl } from './picture-addresses.ts'
import { fetchPlatformPicture } from './picture-host.ts'

const path = '/jtv_user_pictures/a.png'
const host = 'https://static-cdn.jtvnw.net'
const bounds = { maxBytes: 2000, timeoutMs: 10_000 }

let platform: FakeLivePlatforms
beforeAll(async () => {
  platform = await startFakeLivePlatforms()
})
afterAll(() => platform.close())

function fetchIt(address = host + path, limits = bounds) {
  const config = { TWITCH_URL: platform.vars['TWITCH_URL'], YOUTUBE_URL: undefined }
  return fetchPlatformPicture({ platform: 'twitch', address, config }, limits)
}

function give(picture: FakePicture): void {
  platform.pictures.set(path, picture)
}

function moveTo(Location: string): void {
  give({ status: 302, headers: { Location } })
}

test('answers the bytes of a picture', async () => {
  give({})
  const fetched = await fetchIt()
  expect(fetched).toEqual({ outcome: 'fetched', bytes: Uint8Array.from(png()) })
})

test.each<[string, FakePicture, string]>([
  ['HTML', { type: 'text/html' }, 'content_type'],
  ['an SVG', { type: 'image/svg+xml' }, 'content_type'],
  ['a GIF', { type: 'image/gif' }, 'content_type'],
  ['a fault', { status: 503 }, 'status'],
  ['a refusal', { status: 403 }, 'status'],
  ['a huge file', { bytes: new Uint8Array(2001) }, 'too_large'],
  [
    'a huge file of undeclared length',
    { bytes: new Uint8Array(2001), way: 'undeclared' },
    'too_large',
  ],
])('takes no %s', async (_, picture, reason) => {
  give(picture)
  expect(await fetchIt()).toEqual({ outcome: 'failed', reason })
})

test('does not wait for a slow host', async () => {
  give({ way: 'silence' })
  const fetched = await fetchIt(undefined, { ...bounds, timeoutMs: 100 })
  expect(fetched).toEqual({ outcome: 'failed', reason: 'unreachable' })
})

test.each([404, 410])('a %i says that the picture was removed', async (status) => {
  give({ status })
  expect(await fetchIt()).toEqual({ outcome: 'gone' })
})

test('follows to the hosts of the platform only, twice at most', async () => {
  const asked = () => platform.takeCounts()
  asked()
  for (const elsewhere of [
    'https://example.com/a.png',
    'http://static-cdn.jtvnw.net/jtv_user_pictures/b.png',
    'http://127.0.0.1/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a.png',
    'https://static-cdn.jtvnw.net:8443/a.png',
    'https://i.ytimg.com/vi/a/b.jpg',
    'file:///etc/passwd',
  ]) {
    moveTo(elsewhere)
    expect(await fetchIt()).toEqual({ outcome: 'failed', reason: 'host_not_allowed' })
  }
  expect(asked()).toEqual({ [path]: 8 })
  platform.pictures.set('/jtv_user_pictures/b.png', {})
  moveTo('/jtv_user_pictures/b.png')
  expect(await fetchIt()).toMatchObject({ outcome: 'fetched' })
  asked()
  moveTo(host + path)
  expect(await fetchIt()).toEqual({ outcome: 'failed', reason: 'redirects' })
  expect(asked()).toEqual({ [path]: 3 })
})

test.each<[Platform, string, boolean]>([
  ['twitch', `${host}/a.png`, true],
  ['youtube', 'https://yt3.ggpht.com/ytc/a=s240', true],
  ['youtube', 'https://yt3.googleusercontent.com/a=s240', true],
  ['youtube', 'https://i.ytimg.com/vi/a/maxresdefault.jpg', true],
  ['youtube', `${host}/a.png`, false],
  ['twitch', 'https://static-cdn.jtvnw.net.example.com/a.png', false],
  ['twitch', 'https://user@static-cdn.jtvnw.net/a.png', false],
  ['twitch', 'data:image/png;base64,AAAA', false],
  ['twitch', 'a.png', false],
])('of %s, %s is an address of a picture: %s', (name, address, isOne) => {
  expect(isAllowedPictureUrl(name, address)).toBe(isOne)
})

test('takes addresses in the size that is shown, and no defaults', () => {
  expect(twitchAvatarUrl(`${host}/jtv_user_pictures/a-profile_image-300x300.png`)).toBe(
    `${host}/jtv_user_pictures/a-profile_image-150x150.png`,
  )
  expect(twitchAvatarUrl(`${host}/user-default-pictures-uv/a-profile_image-300x300.png`)).toBeNull()
  expect(twitchBoxArtUrl(`${host}/ttv-boxart/1-{width}x{height}.jpg`)).toBe(
    `${host}/ttv-boxart/1-285x380.jpg`,
  )
  expect(twitchBoxArtUrl(`${host}/ttv-static/404_boxart-{width}x{height}.jpg`)).toBeNull()
})
