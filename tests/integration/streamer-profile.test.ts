import { describe, expect } from 'vitest'
import type { ErrorEnvelope, FieldError } from '#worker/contracts/errors.ts'
import type { AdminStreamer, StreamerView } from '#worker/features/directory/streamers/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, tokenFor, type Member } from '#tests/support/factories/members.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
import { reasons } from '#tests/support/factories/moderation.ts'

const bio = 'Runs at night.\nBakes by day. <script>alert(1)</script>'
const links = ['https://www.youtube.com/@luna', 'https://luna.example/']

function change(member: Member, body: Record<string, unknown>) {
  return worker.call<MyStreamerView & ErrorEnvelope>('PATCH', 'users/me/streamer', {
    token: member.token,
    body,
  })
}

async function createStreamer(body = {}) {
  const member = await createMember(worker)
  const { body: mine } = await worker.call<MyStreamerView>('POST', 'users/me/streamer', {
    token: member.token,
    body: { display_name: 'Luna', reasons, ...body },
  })
  const id = mine.streamer?.id ?? 0
  // One that proves nothing shows no links.
  await createEvent(worker, { streamerIds: [id] })
  return { member, id }
}

function rowOf(id: number) {
  return worker.sql`select bio, links from streamers where id = ${id}`
}

async function viewOf(id: number): Promise<StreamerView> {
  return worker.get<StreamerView>(`streamers/${id}`)
}

describe('a streamer’s own words and links', () => {
  test('are saved, shown on the public page as text, and taken back', async () => {
    const { member, id } = await createStreamer()
    expect(await viewOf(id)).toMatchObject({ bio: null, links: [] })
    expect((await change(member, { bio, links })).body.streamer).toMatchObject({ bio, links })
    expect(await viewOf(id)).toMatchObject({ bio, links })
    const page = await (await worker.fetch(`/streamers/${id}`)).text()
    expect(page).toContain('Runs at night.\nBakes by day. &lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).toMatch(/href="https:\/\/luna\.example\/" rel="noopener nofollow ugc"/)
    // For search engines, without an end of the script that holds it.
    const [, data = ''] = /ld\+json"[^>]*>(\{[^<]*"ProfilePage"[^<]*)<\/script>/.exec(page) ?? []
    expect(JSON.parse(data)).toMatchObject({
      mainEntity: { name: 'Luna', description: bio, sameAs: links },
    })
    await change(member, { display_name: 'Luna' })
    expect(await viewOf(id)).toMatchObject({ bio, links })
    await change(member, { bio: '  ', links: [] })
    expect(await rowOf(id)).toEqual([{ bio: null, links: '[]' }])
  })

  test('come with a banner, which the page shows, the sweep spares and the owner removes', async () => {
    const { member, id } = await createStreamer()
    expect(await viewOf(id)).toMatchObject({ banner_path: null })
    expect(await (await worker.fetch(`/streamers/${id}`)).text()).not.toContain('subject-banner')
    const upload = await worker.call<{ path: string }>('POST', 'uploads', {
      token: member.token,
      body: pictureForm(png()),
    })
    const banner_path = upload.body.path
    expect((await change(member, { banner_path })).body.streamer).toMatchObject({ banner_path })
    expect(await viewOf(id)).toMatchObject({ banner_path })
    const page = await (await worker.fetch(`/streamers/${id}`)).text()
    expect(page).toMatch(new RegExp(`<img class="subject-banner" src="[^"]*${banner_path}"`))
    await worker.hour(Date.now() + 8 * day)
    expect(await worker.mediaKeys('uploads/')).toContain(banner_path)
    await change(member, { display_name: 'Luna' })
    expect(await viewOf(id)).toMatchObject({ banner_path })
    await change(member, { banner_path: null })
    expect(await viewOf(id)).toMatchObject({ banner_path: null })
    await worker.hour(Date.now() + 16 * day)
    expect(await worker.mediaKeys('uploads/')).not.toContain(banner_path)
  })

  test.each(['https://elsewhere.example/a.png', '../secrets', 'uploads/a.svg'])(
    'take no banner from %s',
    async (banner_path) => {
      const { member, id } = await createStreamer()
      expect((await change(member, { banner_path })).status).toBe(422)
      expect(await viewOf(id)).toMatchObject({ banner_path: null })
    },
  )

  test('may be given when the profile is made', async () => {
    const { id } = await createStreamer({ bio, links })
    expect(await viewOf(id)).toMatchObject({ bio, links })
  })

  test.each([
    ['links', ['javascript:alert(1)']],
    ['links', ['https://me@luna.example']],
    ['links', ['https://127.0.0.1/']],
    ['links', [`https://luna.example/${'a'.repeat(2000)}`]],
    ['links', Array.from({ length: 9 }, (_, index) => `https://luna.example/${index}`)],
    ['links', ['https://luna.example', 'https://LUNA.example/']],
    ['links', 'https://luna.example'],
    ['links', [7]],
    ['bio', 'a'.repeat(501)],
    ['bio', 'a\u0000b'],
    ['bio', ['text']],
  ])('refuse %s of %j, and nothing changes', async (field, value) => {
    const { member, id } = await createStreamer({ bio, links })
    const answer = await change(member, { [field]: value })
    expect(answer.status).toBe(422)
    const [error] = answer.body.details as FieldError[]
    expect(error?.path.split('.')[0]).toBe(field)
    expect(await viewOf(id)).toMatchObject({ bio, links })
  })

  test('are changed by a moderator with an audit row, and kept where they are not named', async () => {
    const { id } = await createStreamer({ bio, links })
    const token = await tokenFor(worker, 'admin')
    const put = (body: object) =>
      worker.call<AdminStreamer>('PUT', `admin/streamers/${id}`, {
        token,
        body: { display_name: 'Luna', reasons, ...body },
      })
    expect((await put({})).body).toMatchObject({ bio, links })
    expect((await put({ bio: '', links: [] })).body).toMatchObject({ bio: null, links: [] })
    const audits = await worker.sql`select act from audit_entries where subject_type = 'streamer'
      and subject_id = ${id}`
    expect(audits).toEqual([{ act: 'edit' }])
  })

  test('go to the streamer that another is merged into, where that one has none', async () => {
    const from = await insertStreamer(worker, 'Luna twice')
    const into = await insertStreamer(worker, 'Luna once')
    await worker.sql`update streamers set bio = ${bio}, links = ${JSON.stringify(links)}
      where id = ${from}`
    const token = await tokenFor(worker, 'admin')
    await worker.call('POST', `admin/streamers/${from}/merge`, { token, body: { into } })
    expect(await viewOf(into)).toMatchObject({ bio, links })
  })
})
