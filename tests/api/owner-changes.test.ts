import { describe, expect, onTestFinished } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember, tokenFor, type Member } from '#tests/support/factories/members.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { startFakeUpstream } from '#tests/support/fakes/fake-upstream.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { moderationBodies } from '#tests/support/factories/moderation.ts'

let channels = 0

/** An event that its proposer published on their own verified channel. */
async function publishOwnEvent(worker: TestApi, startAt: number, now = Date.now()) {
  const owner = await createMember(worker, { createdAt: now })
  const channel = `own_channel_${(channels += 1)}`
  const streamer = await insertStreamer(worker, channel, owner.userId)
  await insertAccount(worker, streamer, channel, { isVerified: true })
  const token = await tokenFor(worker, owner.username, now)
  const draft = eventDraft(startAt, { streaming_account_name: channel, platform: 'twitch' })
  const { body } = await worker.call<ProposalView>('POST', 'events', { token, body: draft, now })
  expect(body).toMatchObject({ status: 'approved', is_on_own_channel: true })
  return { owner, event: body, channel }
}

async function change(worker: TestApi, by: Member, id: number, body: unknown, now = Date.now()) {
  const token = await tokenFor(worker, by.username, now)
  const path = `events/${id}`
  return worker.call<ProposalView & ErrorEnvelope>('PATCH', path, { token, body, now })
}

async function uploadPicture({ username }: Member): Promise<string> {
  const token = await tokenFor(worker, username)
  const answer = await worker.call<{ path: string }>('POST', 'uploads', {
    token,
    body: pictureForm(png()),
  })
  expect(answer.status).toBe(201)
  return answer.body.path
}

function at(time: number): string {
  return new Date(time).toISOString().replace('.000Z', 'Z')
}

async function actsOf(id: number): Promise<string[]> {
  const rows = await worker.sql<{ act: string }>`select act from audit_entries
    where subject_type = 'event' and subject_id = ${id} order by id`
  return rows.map(({ act }) => act)
}

describe('the owner of a verified channel', () => {
  test('moves the event in three audited steps, and it stays on the agenda', async () => {
    const start = Date.now() + 3 * day
    const { owner, event } = await publishOwnEvent(worker, start)
    const moved = await change(worker, owner, event.id, {
      name: 'A better name',
      start: at(start + 2 * hour),
      end: at(start + 5 * hour),
    })
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { status: 'approved', name: 'A better name', slug: event.slug, start: at(start + 2 * hour) },
    ])
    expect(await actsOf(event.id)).toEqual(['propose', 'reset', 'edit', 'approve'])
    const shown = await worker.call<EventView>('GET', `events/${event.slug}`)
    expect(shown.body).toMatchObject({ name: 'A better name', end: at(start + 5 * hour) })
    const [xp] = await worker.sql<{ total: number }>`select sum(points) as total from xp_entries
      where user_id = ${owner.userId} and subject = ${`event:${event.id}`}`
    expect(xp?.total).toBe(30)
  })

  test('changes nothing else, and nothing without a change', async () => {
    const start = Date.now() + 3 * day
    const { owner, event } = await publishOwnEvent(worker, start)
    const ignored = await change(worker, owner, event.id, {
      description: 'Other',
      proof_url: 'https://x.y',
    })
    expect(ignored.body).toMatchObject({
      description: event.description,
      proof_url: event.proof_url,
    })
    expect(await actsOf(event.id)).toEqual(['propose'])
  })

  test('is held to the rules about time', async () => {
    const start = Date.now() + 3 * day
    const { owner, event } = await publishOwnEvent(worker, start)
    const faults = [
      [{ end: at(start - hour) }, 'end'],
      [{ start: at(Date.now() - hour) }, 'start'],
      [{ end: at(start + 15 * day) }, 'end'],
      [{ start: at(start + 900 * day), end: at(start + 901 * day) }, 'start'],
      [{ start: 'tomorrow' }, 'start'],
      [{ name: 'x' }, 'name'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ thumbnail_path: 'https://example.com/a.png' }, 'thumbnail_path'],
    ] as const
    for (const [body, path] of faults) {
      const answer = await change(worker, owner, event.id, body)
      expect([answer.status, answer.body]).toMatchObject([422, { details: [{ path }] }])
    }
    expect(await actsOf(event.id)).toEqual(['propose'])
  })

  test('sets no picture that another member uploaded, nor one that is not there', async () => {
    const { owner, event } = await publishOwnEvent(worker, Date.now() + 3 * day)
    const [own, foreign] = [
      await uploadPicture(owner),
      await uploadPicture(await createMember(worker)),
    ]
    for (const thumbnail_path of [foreign, 'uploads/none.png']) {
      const answer = await change(worker, owner, event.id, { thumbnail_path })
      expect([answer.status, answer.body]).toMatchObject([
        422,
        { details: [{ path: 'thumbnail_path' }] },
      ])
    }
    expect(await actsOf(event.id)).toEqual(['propose'])
    for (const thumbnail_path of [own, null]) {
      expect((await change(worker, owner, event.id, { thumbnail_path })).status).toBe(200)
      expect(await worker.sql`select thumbnail_path from events where id = ${event.id}`).toEqual([
        { thumbnail_path },
      ])
    }
  })

  test('may do so five times a day for one event', async () => {
    const start = Date.now() + 9 * day
    const now = Date.now()
    const { owner, event } = await publishOwnEvent(worker, start, now)
    for (let turn = 1; turn <= 5; turn += 1) {
      const { status } = await change(
        worker,
        owner,
        event.id,
        { name: `Name ${turn}` },
        now + turn * hour,
      )
      expect(status).toBe(200)
    }
    const sixth = await change(worker, owner, event.id, { name: 'Name 6' }, now + 6 * hour)
    expect([sixth.status, sixth.body.code]).toEqual([429, 'too_many_changes'])
    expect(Number(sixth.headers.get('Retry-After'))).toBe((19 * hour) / 1000)
    const later = await change(
      worker,
      owner,
      event.id,
      { name: 'Name 6' },
      now + 25 * hour + minute,
    )
    expect([later.status, later.body.name]).toEqual([200, 'Name 6'])
  })

  test('loses the right with the verification, and never has it over others’ events', async () => {
    const { owner, event, channel } = await publishOwnEvent(worker, Date.now() + 3 * day)
    const stranger = await createMember(worker)
    const refused = await change(worker, stranger, event.id, { name: 'Mine now' })
    expect([refused.status, refused.body.code]).toEqual([404, 'event_not_found'])
    await worker.sql`update streaming_accounts set verified_at = null where name = ${channel}`
    const unverified = await change(worker, owner, event.id, { name: 'No longer mine' })
    expect([unverified.status, unverified.body.code]).toEqual([404, 'event_not_found'])
    expect(await actsOf(event.id)).toEqual(['propose'])
  })

  test('cannot change what a moderator took off the agenda, nor what is cancelled or over', async () => {
    const moderator = await createMember(worker, { role: 'moderator' })
    for (const [act, path] of [
      ['disable', 'admin/proposals/:id/disable'],
      ['reset', 'admin/proposals/:id/reset'],
      ['cancel', 'admin/proposals/:id/cancel'],
    ] as const) {
      const { owner, event } = await publishOwnEvent(worker, Date.now() + 3 * day)
      const target = path.replace(':id', String(event.id))
      await worker.call('POST', target, {
        token: moderator.token,
        body: moderationBodies[act],
      })
      const answer = await change(worker, owner, event.id, { name: 'Once more' })
      expect([act, answer.status]).toEqual([act, 409])
    }
    const now = Date.now()
    const { owner, event } = await publishOwnEvent(worker, now + hour, now)
    const over = await change(worker, owner, event.id, { name: 'Too late' }, now + 9 * hour)
    expect(over.status).toBe(409)
  })

  test('of two changes at once makes one, whole', async () => {
    const start = Date.now() + 3 * day
    const { owner, event } = await publishOwnEvent(worker, start)
    const answers = await Promise.all([
      change(worker, owner, event.id, { name: 'First', start: at(start + hour) }),
      change(worker, owner, event.id, { name: 'Second', start: at(start + 2 * hour) }),
    ])
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThanOrEqual(1)
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await actsOf(event.id)).length).toBe(1 + 3 * done.length)
    const body = await worker.get<EventView>(`events/${event.slug}`)
    expect([
      ['First', at(start + hour)],
      ['Second', at(start + 2 * hour)],
    ]).toContainEqual([body.name, body.start])
  })
})

describe('reminders of an event that its owner moves', () => {
  test('come once per offset although it moves twice while they are under way', async () => {
    const mail = await startFakeUpstream()
    const worker = await startTestApi({ MAIL_API_URL: mail.url })
    onTestFinished(async () => {
      await worker.close()
      await mail.close()
    })
    const now = Date.now()
    const start = now + 3 * day
    const { owner, event } = await publishOwnEvent(worker, start, now)
    const fan = await createMember(worker, { createdAt: now })
    const token = await tokenFor(worker, fan.username, now)
    const hype = { token, body: { hyped: true }, now }
    await worker.call('PUT', `events/${event.id}/toggle_hype`, hype)

    // The reminder of 24 hours fails at first, and is under way when the event moves, twice.
    mail.fault = { status: 503 }
    const due = start - 24 * hour
    await worker.tick(due)
    await waitFor(async () => mail.arrivals[0], 'the first try')
    const moved = (hours: number) => ({
      start: at(start + hours * hour),
      end: at(start + (hours + 3) * hour),
    })
    await change(worker, owner, event.id, moved(1), due + 10)
    await worker.tick(due + minute)
    await waitFor(async () => mail.arrivals[1], 'the second try')
    await change(worker, owner, event.id, moved(2), due + minute + 10)
    mail.fault = undefined
    for (let later = due; later < start + 2 * hour; later += 30 * minute) await worker.minute(later)

    const reminders = mail
      .taken()
      .filter(
        ({ key, body }) => key.startsWith('reminder:') && body['to']?.toString() === fan.email,
      )
      .map(({ key }) => key.split(':').slice(0, 4).join(':'))
    const final = start + 2 * hour
    expect(reminders).toEqual([
      `reminder:${event.id}:24:${final}`,
      `reminder:${event.id}:1:${final}`,
    ])
  })
})

test('every event has the name of its series', async () => {
  expect(await listNamesWithoutSeriesName(worker)).toEqual([])
})
