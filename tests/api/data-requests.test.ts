import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'
import type {
  DataLinkView,
  StreamerDataView,
} from '#worker/features/moderation/data-requests/contract.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { mailedToken } from '#tests/support/factories/people.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

let admin: Member
let moderator: Member
beforeEach(async () => {
  admin = await createMember(worker, { role: 'admin' })
  moderator = await createMember(worker, { role: 'moderator' })
})

const post = <Body = ErrorEnvelope>(path: string, token?: string, body?: unknown, now?: number) =>
  worker.call<Body & ErrorEnvelope>('POST', path, { token, body, now })
const auditOf = (subject: string, id: number) => worker.sql`select act, actor_id from audit_entries
  where subject_type = ${subject} and subject_id = ${id}`

describe('a request for data that came by mail', () => {
  test('is answered at the verified address, also of who is deactivated, once', async () => {
    const member = await createMember(worker)
    await worker.sql`update users set email_verified_at = 1, is_active = 0 where id = ${member.userId}`
    const path = `admin/users/${member.userId}/deletion_link`
    expect((await post(path, moderator.token)).status).toBe(403)
    expect((await post(path, admin.token)).status).toBe(204)
    const token = await mailedToken(worker, member.email, 'delete-account')
    const first = await post<DataExportView>('auth/account_data', undefined, { token })
    expect(first.status).toBe(200)
    expect(first.body.account).toMatchObject({ username: member.username, is_active: false })
    const [event] = await worker.sql`select kind, detail from security_events
      where user_id = ${member.userId} and kind = 'data_exported'`
    expect(event).toEqual({ kind: 'data_exported', detail: 'mailed_link' })
    const again = await post('auth/account_data', undefined, { token })
    expect([again.status, again.body.code]).toEqual([422, 'bad_verification_token'])
    // The same link still deletes the account.
    expect((await post('auth/delete_account', undefined, { token })).status).toBe(204)
  })

  test('is refused for staff and after an hour', async () => {
    const { email } = moderator
    await post('auth/delete_account/request', undefined, { email })
    const token = await mailedToken(worker, email, 'delete-account')
    const staff = await post('auth/account_data', undefined, { token })
    expect([staff.status, staff.body.code]).toEqual([409, 'staff_account'])
    const late = await post('auth/account_data', undefined, { token }, Date.now() + 2 * hour)
    expect(late.body.code).toBe('bad_verification_token')
  })
})

describe('a link to the data about a streamer', () => {
  let streamerId: number
  beforeEach(async () => {
    streamerId = await insertStreamer(worker, `Quiet ${Date.now()}`)
    await insertAccount(worker, streamerId, `quiet_${streamerId}`)
    await worker.sql`insert into channels (platform, name_key, platform_id, title, checked_at)
      values ('twitch', ${`quiet_${streamerId}`}, 'id-quiet', 'A title', 1000)`
    const event = await createEvent(worker, { streamerIds: [streamerId] })
    await worker.sql`insert into event_broadcasts (event_id, platform, name_key, is_on_air, polled_at,
      fresh_until, title, viewers) values (${event.id}, 'twitch', ${`quiet_${streamerId}`}, 0, 1, 1,
      'Live then', 7)`
  })
  const make = (token: string, id = streamerId) =>
    post<DataLinkView>(`admin/streamers/${id}/data_link`, token)
  const open = (url: string, now?: number) =>
    post<StreamerDataView>('auth/streamer_data', undefined, { token: url.split('/').at(-1) }, now)

  test('is made by administrators, holds what is stored, opens once and is in the log', async () => {
    expect((await make(moderator.token)).status).toBe(403)
    expect((await make(admin.token, 999_999)).body.code).toBe('streamer_not_found')
    const { status, body } = await make(admin.token)
    expect(status).toBe(201)
    expect(body.url).toMatch(/\/auth\/streamer-data\/[\w-]{40,}$/)
    const { body: data } = await open(body.url)
    expect(data).toMatchObject({
      streamer: [{ id: streamerId }],
      channels: [{ platform: 'twitch', name: `quiet_${streamerId}` }],
      platform_data: [{ platform_id: 'id-quiet', title: 'A title' }],
      broadcasts: [{ title: 'Live then', viewers: 7 }],
      participations: [{ display_name: expect.any(String) as string }],
      decisions: [{ act: 'send_data' }],
    })
    expect(JSON.stringify(data)).not.toContain(admin.username)
    const again = await open(body.url)
    expect([again.status, again.body.code]).toEqual([422, 'bad_verification_token'])
    expect(await auditOf('streamer', streamerId)).toEqual([
      { act: 'send_data', actor_id: admin.userId },
    ])
  })

  test('ends after a week, and opens nothing else', async () => {
    const { body } = await make(admin.token)
    const token = body.url.split('/').at(-1)
    for (const path of ['auth/account_data', 'auth/delete_account', 'auth/verify_email'])
      expect((await post(path, undefined, { token })).body.code).toBe('bad_verification_token')
    expect((await open(body.url, Date.now() + 8 * day)).status).toBe(422)
    expect((await open(body.url)).status).toBe(200)
  })
})
