import { beforeEach, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { VideoView } from '#worker/features/moderation/proposals/videos/contract.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { startTestApi } from '#tests/support/drivers/api.ts'
import { callAs, createMember, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const startAt = Math.ceil(Date.now() / hour) * hour + 48 * hour
const [face, thumbnail] = ['/ytc/face.png', '/vi/premiere_01/mqdefault.jpg']
const asked = { '/youtube/v3/videos': 1, '/youtube/v3/channels': 1, [face]: 1, [thumbnail]: 1 }
const premiere = 'https://youtu.be/premiere_01'
let platforms: FakeLivePlatforms
let member: Member
const test = testWith(async () => (platforms = await startFakeLivePlatforms()))
beforeEach(async () => {
  member = await createMember(worker)
  platforms.takeCounts()
  platforms.faults.clear()
  platforms.youtube.splice(0)
  platforms.pictures.clear()
  platforms.youtube.push(
    fakeChannel('Arte_Concert', {
      title: ' ARTE  Concert',
      picture: `https://yt3.ggpht.com${face}`,
      announced: {
        ...{ id: 'premiere_01', title: '  The Opera  ', language: 'fr-FR', startAt },
        thumbnail: `https://i.ytimg.com${thumbnail}`,
      },
      recordings: [{ id: 'recorded_01', streamId: 's' }],
    }),
    fakeChannel('Handless', {
      id: 'UCabcdefghijklmnopqrstuv',
      hasHandle: false,
      announced: { id: 'premiere_02', title: 'No', startAt },
    }),
  )
  await worker.sql`delete from attempts`
  await worker.sql`delete from platform_states`
})

function lookUp(url: unknown, by = member, on = worker) {
  const path = 'users/me/video_lookups'
  return callAs<VideoView & ErrorEnvelope>(on, by, 'POST', path, { body: { url } })
}

test('a premiere says its channel, title, language and start', async () => {
  const { status, body } = await lookUp(premiere)
  expect(status).toBe(200)
  expect(body).toEqual({
    platform: 'youtube',
    streaming_account_name: 'arte_concert',
    channel_name: 'ARTE Concert',
    channel_picture: null,
    picture: null,
    name: 'The Opera',
    language: 'fr',
    start: new Date(startAt).toISOString().replace('.000Z', 'Z'),
    url: 'https://www.youtube.com/watch?v=premiere_01',
  })
  expect(platforms.takeCounts()).toEqual(asked)
  const spent = await worker.sql`select quota_used from platform_states`
  expect(spent).toEqual([{ quota_used: 2 }])
})

test('its pictures come with the answer, those that are pictures and not too large', async () => {
  platforms.pictures.set(face, {})
  platforms.pictures.set(thumbnail, { bytes: new Uint8Array(65 * 1024) })
  const { body } = await lookUp(premiere)
  expect(body.channel_picture).toMatch(/^data:image\/png;base64,iVBORw0KGgo/)
  expect(body.picture).toBeNull()
  platforms.pictures.set(thumbnail, { bytes: new TextEncoder().encode('<svg/>') })
  expect((await lookUp(premiere)).body.picture).toBeNull()
})

test('a channel without a handle goes by its id, and a title too short for a name is left out', async () => {
  const { body } = await lookUp('https://www.youtube.com/watch?v=premiere_02')
  expect(body).toMatchObject({ streaming_account_name: 'UCabcdefghijklmnopqrstuv', name: null })
})

test('what is over says no start', async () => {
  const { body } = await lookUp('https://www.youtube.com/live/recorded_01')
  expect(body).toMatchObject({ name: 'A recording', start: null, language: null })
})

test('the database is asked twice', async () => {
  const before = worker.trips()
  await lookUp(premiere)
  expect(worker.trips() - before).toBe(2)
})

test.each([
  ['no video', 'https://www.youtube.com/@arte'],
  ['another site', 'https://evil.example/watch?v=premiere_01'],
  ['another scheme', 'javascript:https://youtu.be/premiere_01'],
  ['no address', 'premiere_01'],
  ['another type', ['https://youtu.be/premiere_01']],
  ['nothing', undefined],
])('%s is refused beside its field, and nobody is asked', async (_, url) => {
  const { status, body } = await lookUp(url)
  expect([status, body.details]).toMatchObject([422, [{ path: 'url' }]])
  expect(platforms.takeCounts()).toEqual({})
})

test('a video that is private, removed or unknown is not found', async () => {
  const { status, body } = await lookUp('https://youtu.be/nobody_knows')
  expect([status, body.code]).toEqual([422, 'validation_failed'])
  const unknown = await lookUp('https://youtu.be/unknown_001')
  expect([unknown.status, unknown.body.code]).toEqual([404, 'video_not_found'])
})

test.each([
  ['an error', { status: 500 }, 503, 'youtube_unavailable'],
  ['what is no JSON', { status: 200, body: '<html>' }, 503, 'youtube_unavailable'],
  ['another shape', { status: 200, body: { items: [{ id: 1 }] } }, 503, 'youtube_unavailable'],
  ['too much', { status: 200, body: 'x'.repeat(300_000) }, 503, 'youtube_unavailable'],
  ['a refusal', { status: 404 }, 404, 'video_not_found'],
] as const)(
  '%s from the platform is said so, and what was spent counts',
  async (_, fault, status, code) => {
    platforms.faults.set('/youtube/v3/videos', [fault])
    const refused = await lookUp(premiere)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    const spent = await worker.sql`select quota_used from platform_states`
    expect(spent).toEqual([{ quota_used: 1 }])
    expect((await lookUp(premiere)).status).toBe(200)
  },
)

test('a member looks up twenty videos an hour, also at once; another still can', async () => {
  const answers = await Promise.all(Array.from({ length: 24 }, () => lookUp(premiere)))
  const codes = answers.map(({ status }) => status)
  expect(codes.filter((code) => code === 200)).toHaveLength(20)
  expect(codes.filter((code) => code === 429)).toHaveLength(4)
  const refused = answers.find(({ status }) => status === 429)
  expect(Number(refused?.headers.get('Retry-After'))).toBeGreaterThan(0)
  for (const others of [1, 2, 3]) {
    const other = await createMember(worker)
    const looked = await Promise.all(Array.from({ length: 20 }, () => lookUp(premiere, other)))
    expect([others, looked.filter(({ status }) => status !== 200)]).toEqual([others, []])
  }
})

test('the day’s units are not exceeded', async () => {
  await lookUp(premiere)
  await worker.sql`update platform_states set quota_used = 9000`
  platforms.takeCounts()
  const refused = await lookUp(premiere)
  expect([refused.status, refused.body.code]).toEqual([503, 'youtube_unavailable'])
  expect(platforms.takeCounts()).toEqual({})
})

test('without a key there is nothing to ask', async () => {
  const keyless = await startTestApi()
  const refused = await lookUp(premiere, await createMember(keyless), keyless)
  expect([refused.status, refused.body.code]).toEqual([404, 'youtube_off'])
  expect(await query(keyless, `select 1 from attempts where subject like 'video%'`)).toEqual([])
  await keyless.close()
})
