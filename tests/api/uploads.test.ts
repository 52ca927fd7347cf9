import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AvatarView } from '#worker/features/accounts/profile/contract.ts'
import type { UploadView } from '#worker/features/media/uploads/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { listOperations } from '#tests/support/tables/api-document.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember, tokenOf } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import {
  avif,
  disguised,
  jpeg,
  losslessWebp,
  pictureForm,
  png,
  webp,
} from '#tests/support/factories/pictures.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let edge: FakeCdn
let member: Member
const test = testWith(async () => (edge = await startFakeCdn()))

test.beforeAll(async () => {
  member = await createMember(worker)
})

function upload(body: unknown, { who = member, now = Date.now() } = {}) {
  return worker.call<UploadView & ErrorEnvelope>('POST', 'uploads', { token: who.token, body, now })
}

function setAvatar(body: unknown, who: Member) {
  return worker.call<AvatarView & ErrorEnvelope>('PUT', 'users/me/avatar', {
    token: who.token,
    body,
  })
}

async function avatarOf({ userId }: Member): Promise<string | null> {
  const [row] = await worker.sql<{ path: string | null }>`select avatar_path as path from users
    where id = ${userId}`
  return row?.path ?? null
}

async function uploadsOf({ userId }: Member): Promise<string[]> {
  const rows = await worker.sql<{ path: string }>`select path from uploads where user_id =
    ${userId}`
  return rows.map(({ path }) => path)
}

describe('an uploaded picture', () => {
  test.each([
    ['png', png(), 'image/png'],
    ['jpg', jpeg, 'image/jpeg'],
    ['webp', webp, 'image/webp'],
    ['webp', losslessWebp, 'image/webp'],
    ['avif', avif, 'image/avif'],
  ])('of kind %s is stored and served as what its bytes say', async (ending, bytes, type) => {
    const form = pictureForm(bytes, { name: 'evil.html', type: 'text/html' })
    const { status, body } = await upload(form)
    expect(status).toBe(201)
    expect(body.path).toMatch(new RegExp(`^uploads/[0-9a-f-]{36}\\.${ending}$`))
    const response = await worker.fetch(`/media/${body.path}`)
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true)
    expect(response.headers.get('Content-Type')).toBe(type)
    expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(response.headers.get('Cache-Control')).toContain('immutable')
  })

  test('is described as a file in a multipart body', async () => {
    const operations = await listOperations(worker)
    const described = operations.find(({ name }) => name === 'POST /uploads')?.body
    expect(described).toMatchObject({
      type: 'multipart/form-data',
      schema: { properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    })
  })

  test('can be the picture of a proposal', async () => {
    const { body } = await upload(pictureForm(png()))
    const answer = await worker.call('POST', 'events', {
      token: member.token,
      body: eventDraft(Date.now() + 4 * day, { thumbnail_path: body.path }),
    })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ thumbnail_path: body.path })
  })

  test('of another member, or one that is not there, is no picture of a proposal', async () => {
    const { body: foreign } = await upload(pictureForm(png()))
    const thief = await createMember(worker)
    const draft = (thumbnail_path: string) => eventDraft(Date.now() + 4 * day, { thumbnail_path })
    const own = await callAs<{ path: string }>(worker, thief, 'POST', 'uploads', {
      body: pictureForm(png()),
    })
    const proposed = await callAs<ProposalView>(worker, thief, 'POST', 'events', {
      body: draft(own.body.path),
    })
    expect(proposed.status).toBe(201)
    for (const path of [foreign.path, 'uploads/none.png', `uploads/${'a'.repeat(64)}.png`]) {
      for (const answer of [
        await callAs(worker, thief, 'POST', 'events', { body: draft(path) }),
        await callAs(worker, thief, 'PUT', `events/${proposed.body.id}`, { body: draft(path) }),
      ]) {
        expect([path, answer.status, answer.body]).toMatchObject([
          path,
          422,
          { details: [{ path: 'thumbnail_path' }] },
        ])
      }
    }
  })

  test('says nothing of who uploaded it: the database alone does', async () => {
    const { body } = await upload(pictureForm(png()))
    expect(await uploadsOf(member)).toContain(body.path)
    expect(await worker.mediaKeys('uploaders/')).toEqual([])
  })

  test('is refused to the soft-banned and to nobody in particular', async () => {
    const banned = await createMember(worker, { isSoftBanned: true })
    const refused = await upload(pictureForm(png()), { who: banned })
    expect([refused.status, refused.body.code]).toEqual([403, 'account_restricted'])
    const nobody = await worker.call('POST', 'uploads', { body: pictureForm(png()) })
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
  })

  test('is one of thirty in an hour [ASVS 2.3.2]', async ({ member: placed }) => {
    const now = Math.floor(Date.now() / hour) * hour + 60_000
    const at = async (instant: number) =>
      upload(pictureForm(png()), {
        who: { ...placed, token: await tokenOf(worker, placed, instant) },
        now: instant,
      })
    expect((await at(now)).status).toBe(201)
    const counted = await worker.sql<{ count: number }>`update attempts set count = 29
      where subject = ${`upload:${placed.userId}`} returning count`
    expect(counted).toHaveLength(1)
    expect((await at(now)).status).toBe(201)
    const refused = await at(now)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('Retry-After')).toBe(String(59 * 60))
    expect((await at(now + hour)).status).toBe(201)
  })

  test('is counted before it is looked at, be it a picture or none, alone or among many [ASVS 2.4.1]', async () => {
    const placed = await createMember(worker)
    const now = Math.floor(Date.now() / hour) * hour + 60_000
    const who = { ...placed, token: await tokenOf(worker, placed, now) }
    expect((await upload(pictureForm(Buffer.from('none')), { who, now })).status).toBe(415)
    const counted = await worker.sql`update attempts set count = 26
      where subject = ${`upload:${placed.userId}`} and count = 1 returning 1`
    expect(counted).toHaveLength(1)
    const sent = Array.from({ length: 10 }, () => upload(pictureForm(png()), { who, now }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([...Array<number>(4).fill(201), ...Array(6).fill(429)])
    const avatar = { token: who.token, body: pictureForm(png()), now }
    expect((await worker.call('PUT', 'users/me/avatar', avatar)).status).toBe(429)
    expect(await uploadsOf(placed)).toHaveLength(4)
  })

  test('needs a verified address, which an avatar does not', async () => {
    const unverified = await createMember(worker, { isVerified: false })
    const refused = await upload(pictureForm(png()), { who: unverified })
    expect([refused.status, refused.body.code]).toEqual([403, 'verify_email_first'])
    expect(await uploadsOf(unverified)).toEqual([])
    expect((await setAvatar(pictureForm(png()), unverified)).status).toBe(200)
  })
})

describe('the hourly job', () => {
  const sweep = (ageMs: number) => worker.cron('17 * * * *', Date.now() + ageMs)

  async function keysLeft(): Promise<string[]> {
    const now = Date.now()
    await worker.drainQueue(now)
    return worker.mediaKeys('')
  }

  async function uploaded(): Promise<string> {
    return (await upload(pictureForm(png()))).body.path
  }

  test('removes what nothing shows a week after it was uploaded, and no sooner [ASVS 5.2.1] [abuse 26]', async () => {
    const who = await createMember(worker)
    const path = (await upload(pictureForm(png()), { who })).body.path
    const avatar = (await setAvatar(pictureForm(png()), who)).body.avatar_path ?? ''
    await worker.sql`update users set avatar_path = null where id = ${who.userId}`
    await sweep(6 * day)
    expect(await keysLeft()).toEqual(expect.arrayContaining([path, avatar]))
    await sweep(8 * day)
    const left = await keysLeft()
    for (const key of [path, avatar]) expect([key, left.includes(key)]).toEqual([key, false])
    expect((await worker.fetch(`/media/${path}`)).status).toBe(404)
    expect(await uploadsOf(who)).toEqual([])
  })

  test('removes what was stored before pictures had rows, with the marker of who uploaded it', async () => {
    const who = await createMember(worker)
    const [unused, shown] = await Promise.all([uploaded(), uploaded()])
    const markers = [unused, shown].map(
      (path = '') => `uploaders/${who.userId}/${path.slice('uploads/'.length)}`,
    )
    for (const key of markers) await worker.putMedia(key, '')
    const body = eventDraft(Date.now() + 5 * day, { thumbnail_path: shown })
    await worker.call('POST', 'events', { token: member.token, body })
    await worker.sql`delete from uploads`
    await worker.sql`delete from upload_listings`
    await sweep(hour)
    expect((await uploadsOf(who)).toSorted()).toEqual([unused, shown].toSorted())
    const listings = await worker.sql`select folder from upload_listings where done_at > 0`
    expect(listings).toHaveLength(4)
    await sweep(9 * day)
    const left = await keysLeft()
    expect([unused, shown, ...markers].map((key) => left.includes(key))).toEqual([
      false,
      true,
      false,
      true,
    ])
    expect(await uploadsOf(who)).toEqual([shown])
  })

  test('goes on where the listing of older pictures stopped', async () => {
    await worker.sql`delete from upload_listings`
    const values = `insert into upload_listings (folder, cursor, done_at) values (?, null, 1)`
    for (const folder of ['uploads/', 'platforms/', 'uploaders/']) {
      await query(worker, values, folder)
    }
    const path = await uploaded()
    await worker.sql`delete from uploads`
    const avatar = (await setAvatar(pictureForm(png()), await createMember(worker))).body
      .avatar_path
    await worker.sql`delete from uploads`
    await sweep(hour)
    const rows = await worker.sql<{ path: string }>`select path from uploads`
    const paths = rows.map((row) => row.path)
    expect([paths.includes(path), paths.includes(avatar ?? '')]).toEqual([false, true])
  })

  test('leaves what anything shows, and who uploaded it', async () => {
    await worker.sql`delete from uploads`
    const paths = await Promise.all(Array.from({ length: 7 }, uploaded))
    const [event, streamer, group, game, article, deal, text] = paths
    const body = eventDraft(Date.now() + 6 * day, { thumbnail_path: event })
    await worker.call('POST', 'events', { token: member.token, body })
    const places: [table: string, columns: string, rest: string, path: string | undefined][] = [
      ['streamers', 'avatar_path, display_name, name_key', `'a', 'a'`, streamer],
      ['event_groups', 'thumbnail_path, slug, name, name_key', `'a', 'a', 'a'`, group],
      ['games', 'thumbnail_path, slug, name, name_key', `'a', 'a', 'a'`, game],
      [
        'deals',
        'image_path, partner, title, text, link, start_at, end_at, placement',
        `'a', 'a', 'a', 'a', 0, 1, 'home'`,
        deal,
      ],
      [
        'articles',
        'cover_path, slug, title, markdown, status, author_name, updated_at',
        `'a', 'a', '', 'draft', 'a', 0`,
        article,
      ],
      [
        'articles',
        'markdown, slug, title, status, author_name, updated_at',
        `'b', 'b', 'draft', 'b', 0`,
        `![x](/media/${text}#640x360)`,
      ],
    ]
    for (const [table, columns, rest, path] of places) {
      const values = `insert into ${table} (${columns}, created_at) values (?, ${rest}, ${Date.now()})`
      await query(worker, values, path ?? null)
    }
    const pictured = await createMember(worker)
    const avatar = (await setAvatar(pictureForm(png()), pictured)).body.avatar_path ?? ''
    await sweep(8 * day)
    const left = await keysLeft()
    for (const path of [...paths, avatar]) expect([path, left.includes(path)]).toEqual([path, true])
    expect((await uploadsOf(member)).toSorted()).toEqual(paths.toSorted())
  })
})

describe('refused as an upload and as an avatar', () => {
  // Refused files count as attempts too.
  beforeEach(() => worker.sql`delete from attempts`)

  test.each(disguised)('is %s, whatever it is called [ASVS 1.3.4, 5.2.2]', async (_, bytes) => {
    const before = await worker.mediaKeys('')
    for (const type of ['image/png', 'image/jpeg', 'image/svg+xml']) {
      const { status, body } = await upload(pictureForm(bytes, { type }))
      expect([status, body.code]).toEqual([415, 'unsupported_picture'])
    }
    const avatar = await setAvatar(pictureForm(bytes), member)
    expect([avatar.status, avatar.body.code]).toEqual([415, 'unsupported_picture'])
    expect(await worker.mediaKeys('')).toEqual(before)
    expect(await avatarOf(member)).toBeNull()
  })

  test('is a picture of more than 4096 pixels a side, with the reason at the field [ASVS 5.2.3]', async () => {
    expect((await upload(pictureForm(png({ width: 4096, height: 1 })))).status).toBe(201)
    for (const size of [
      { width: 4097, height: 1 },
      { width: 1, height: 4097 },
      { width: 2 ** 31 - 1, height: 1 },
    ]) {
      const bytes = png({ ...size, width: Math.min(size.width, 5000) })
      bytes.writeUInt32BE(size.width, 16)
      const { status, body } = await upload(pictureForm(withCheck(bytes)))
      expect([status, body.code]).toEqual([422, 'validation_failed'])
      expect(body.details).toEqual([{ path: 'file', msg: 'At most 4096 × 4096 pixels' }])
    }
  })

  test('is a body past 5 MiB, declared or not [ASVS 5.2.1]', async () => {
    const large = png({ extra: [['zzZz', Buffer.alloc(5 * 1024 * 1024)]] })
    const declared = await upload(pictureForm(large))
    expect([declared.status, declared.body.code]).toEqual([413, 'body_too_large'])
    const sent = new Request('http://x', { method: 'POST', body: pictureForm(large) })
    const streamed = await worker.fetch('/api/v1/uploads', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${member.token}`,
        'Content-Type': sent.headers.get('Content-Type') ?? '',
      },
      body: sent.body,
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(413)
    await streamed.body?.cancel()
    expect((await worker.fetch('/health')).status).toBe(200)
  })

  test('is anything but one file in a multipart body', async () => {
    const json = await upload({ file: 'data:image/png;base64,' })
    expect([json.status, json.body.code]).toEqual([415, 'unsupported_content_type'])
    const form = await upload(new URLSearchParams({ file: 'x' }))
    expect([form.status, form.body.code]).toEqual([415, 'unsupported_content_type'])
    const words = new FormData()
    words.set('file', 'a.png')
    expect((await upload(words)).body.details).toMatchObject([{ path: 'file' }])
    expect((await upload(new FormData())).status).toBe(422)
    const broken = await worker.fetch('/api/v1/uploads', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${member.token}`,
        'Content-Type': 'multipart/form-data; boundary=x',
      },
      body: '--y\r\n',
    })
    expect(broken.status).toBe(400)
    await broken.body?.cancel()
  })
})

/** Sets right the check sum of a PNG's header. */
function withCheck(bytes: Buffer): Buffer {
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

describe('the avatar', () => {
  test('is set, shown in the settings, and stored under a name that cannot be guessed [ASVS 5.3.2]', async () => {
    const who = await createMember(worker)
    const { status, body } = await setAvatar(pictureForm(webp), who)
    expect(status).toBe(200)
    expect(body.avatar_path).toMatch(/^avatars\/[0-9a-f-]{36}\.webp$/)
    expect(await avatarOf(who)).toBe(body.avatar_path)
    const settings = await worker.call<{ profile: AvatarView }>('GET', 'users/me/settings', {
      token: who.token,
    })
    expect(settings.body.profile.avatar_path).toBe(body.avatar_path)
    expect((await worker.fetch(`/media/${body.avatar_path}`)).status).toBe(200)
  })

  test('replaces the one before, whose file is removed, also at the edge [ASVS 14.2.2]', async () => {
    const who = await createMember(worker)
    const before = (await setAvatar(pictureForm(webp), who)).body.avatar_path ?? ''
    const shown = await worker.fetch(`/media/${before}`)
    const tag = shown.headers.get('Cache-Tag') ?? ''
    await shown.body?.cancel()
    expect(before).toContain(tag.slice('media-'.length))
    const after = (await setAvatar(pictureForm(png()), who)).body.avatar_path
    expect(await avatarOf(who)).toBe(after)
    await waitFor(async () => !(await worker.mediaKeys('avatars/')).includes(before), 'removal')
    expect(await worker.mediaKeys('avatars/')).toContain(after)
    await waitFor(async () => edge.calls.flat().includes(tag), 'the purge')
  })

  test('is removed on request, and removing it again does no harm', async ({ member: who }) => {
    const path = (await setAvatar(pictureForm(jpeg), who)).body.avatar_path ?? ''
    for (let time = 0; time < 2; time += 1) {
      const answer = await worker.call<AvatarView>('DELETE', 'users/me/avatar', {
        token: who.token,
      })
      expect([answer.status, answer.body]).toEqual([200, { avatar_path: null }])
    }
    expect(await avatarOf(who)).toBeNull()
    await waitFor(async () => !(await worker.mediaKeys('avatars/')).includes(path), 'removal')
    expect((await worker.fetch(`/media/${path}`)).status).toBe(404)
  })

  test('may be set by who is soft-banned, and by nobody else than the member', async () => {
    const banned = await createMember(worker, { isSoftBanned: true })
    expect((await setAvatar(pictureForm(png()), banned)).status).toBe(200)
    const nobody = await worker.call('PUT', 'users/me/avatar', { body: pictureForm(png()) })
    expect(nobody.status).toBe(401)
  })
})
