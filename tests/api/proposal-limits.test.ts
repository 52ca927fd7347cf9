import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ProposalsPage, ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { ProposalLimitsView } from '#worker/features/moderation/proposals/member-contract.ts'
import { insertChannel, insertFollows, insertGame } from '#tests/support/factories/directory.ts'
import {
  callAs,
  getAs,
  createMember,
  createMembers,
  type Member,
} from '#tests/support/factories/members.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { startTestApi } from '#tests/support/drivers/api.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

const limits = {
  pending: 3,
  proposedPerDay: 5,
  publishedPerDay: 2,
  publishingParticipants: 2,
  unreviewedRecipients: 3,
}
let moderator: Member
const test = testWith({ PROPOSAL_LIMITS: JSON.stringify(limits) })

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
})

let days = 3
type Answer = ProposalView & ErrorEnvelope

function propose(by: Member, changes: Record<string, unknown> = {}, now?: number) {
  const body = eventDraft(Date.now() + (days += 1) * day, changes)
  return callAs<Answer>(worker, by, 'POST', 'events', { body, now })
}

async function sendAll(count: number, by: Member, changes: Record<string, unknown> = {}) {
  const answers = await Promise.all(Array.from({ length: count }, () => propose(by, changes)))
  return answers.map(({ status, body }) => (status === 201 ? body.status : body.code))
}

function moderate(id: number, act: string, by = moderator) {
  const body = act === 'approve' ? { delay_seconds: 0 } : undefined
  return callAs<Answer>(worker, by, 'POST', `admin/proposals/${id}/${act}`, { body })
}

/** A member who may publish on a verified channel of their own. */
async function createStreamer({ age = 8 * day, trust = 5 } = {}) {
  const member = await createMember(worker, { trust })
  await worker.sql`update users set created_at = ${Date.now() - age} where id = ${member.userId}`
  const channel = await insertChannel(worker, member.userId)
  return { ...member, channel, on: { streaming_account_name: channel.name } }
}

describe('a member', () => {
  test('has so many proposals waiting, of many sent at once too, and more once some are decided [abuse 4]', async () => {
    const member = await createMember(worker)
    const outcomes = await sendAll(5, member)
    expect(outcomes.toSorted()).toEqual([
      ...['pending', 'pending', 'pending'],
      ...['too_many_pending', 'too_many_pending'],
    ])
    const refused = await propose(member)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
    const body = await getAs<{ items: ProposalView[] }>(worker, member, 'users/me/events')
    expect(body.items).toHaveLength(3)
    await moderate(body.items[0]!.id, 'approve')
    expect((await propose(member)).status).toBe(201)
  })

  test('sends no rejected proposal again past the limit', async ({ member }) => {
    const { body: rejected } = await propose(member)
    const reason = { reason: 'No proof.' }
    const path = `admin/proposals/${rejected.id}/reject`
    await callAs(worker, moderator, 'POST', path, { body: reason })
    expect(await sendAll(3, member)).toEqual(['pending', 'pending', 'pending'])
    const again = { body: eventDraft(Date.now() + 2 * day) }
    const answer = await callAs<Answer>(worker, member, 'PUT', `events/${rejected.id}`, again)
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_pending'])
  })

  test('proposes so many a day, and hears when the next may follow [ASVS 2.4.1] [abuse 4]', async () => {
    const member = await createMember(worker)
    for (let sent = 0; sent < limits.proposedPerDay; sent += 1) {
      const { body } = await propose(member)
      await moderate(body.id, 'approve')
    }
    const refused = await propose(member)
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_proposals'])
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(86_000)
    expect(seconds).toBeLessThanOrEqual(86_400)
    await worker.sql`update events set created_at = created_at - ${day}
      where proposer_id = ${member.userId}`
    expect((await propose(member)).status).toBe(201)
  })
})

describe('a weekly proposal', () => {
  test('counts with each of its dates, and one of twelve may always wait alone', async () => {
    const strict = {
      ...limits,
      pending: 10,
      pendingDates: 11,
      proposedPerDay: 30,
      proposedDatesPerDay: 30,
    }
    const other = await startTestApi({ PROPOSAL_LIMITS: JSON.stringify(strict) })
    const staff = await createMember(other, { role: 'moderator' })
    const send = (by: Member, dates: number) => {
      const start = Date.now() + (days += 1) * day
      const body = {
        ...eventDraft(start),
        ...(dates > 1 && { weekly_dates: dates }),
        confirm_similar: true,
      }
      return callAs<Answer>(other, by, 'POST', 'events', { body })
    }
    const member = await createMember(other)
    expect((await send(member, 12)).status).toBe(201)
    const more = await send(member, 1)
    expect([more.status, more.body.code]).toEqual([429, 'too_many_pending'])
    const second = await createMember(other)
    const first = await Promise.all([6, 6].map((dates) => send(second, dates)))
    expect(first.map(({ status }) => status).toSorted()).toEqual([201, 429])
    const third = await createMember(other)
    for (const dates of [12, 12]) {
      const { status, body } = await send(third, dates)
      expect(status).toBe(201)
      const approve = { body: { delay_seconds: 0 } }
      await callAs(other, staff, 'POST', `admin/proposals/${body.id}/approve`, approve)
    }
    const tooMany = await send(third, 7)
    expect([tooMany.status, tooMany.body.code]).toEqual([429, 'too_many_proposals'])
    await other.close()
  })
})

describe('publishing without a review', () => {
  test('is for older members with trust, and few other participants', async () => {
    const streamer = await createStreamer()
    const self = { streamer_id: streamer.channel.streamerId }
    const two = [{ display_name: 'One' }, { display_name: 'Two' }]
    expect(
      (await propose(streamer, { ...streamer.on, participants: [self, ...two] })).body.status,
    ).toBe('approved')
    const three = [...two, { display_name: 'Three' }]
    expect((await propose(streamer, { ...streamer.on, participants: three })).body.status).toBe(
      'pending',
    )
    for (const [review_reason, doubtful] of [
      ['new_account', await createStreamer({ age: 6 * day })],
      ['trust', await createStreamer({ trust: 4 })],
    ] as const) {
      expect((await propose(doubtful, doubtful.on)).body.status).toBe('pending')
      const body = await getAs<ProposalLimitsView>(worker, doubtful, 'users/me/proposal_limits')
      const until = Date.parse(body.review_until ?? '') - Date.now()
      expect(Math.round(until / day)).toEqual(review_reason === 'new_account' ? 1 : NaN)
      expect(body).toMatchObject({
        may_publish: false,
        review_reason,
        publishing_participants: 2,
        fast_track_minutes: null,
      })
    }
  })

  test('is for so many events a day, of many sent at once too; others wait for a review [abuse 4]', async () => {
    const streamer = await createStreamer()
    const outcomes = await sendAll(4, streamer, streamer.on)
    expect(outcomes.filter((outcome) => outcome === 'approved')).toHaveLength(2)
    expect((await propose(streamer, streamer.on)).body.status).toBe('pending')
    const body = await getAs<ProposalLimitsView>(worker, streamer, 'users/me/proposal_limits')
    expect(body).toMatchObject({ may_publish: false, review_reason: 'limit', published_per_day: 2 })
    expect(Date.parse(body.review_until ?? '')).toBeGreaterThan(Date.now() + 23 * hour)
  })

  test('on the fast track counts too', async () => {
    const trusted = await createStreamer({ trust: 40 })
    const answers = [await propose(trusted), await propose(trusted), await propose(trusted)]
    expect(answers.map(({ body }) => body.approve_at !== null)).toEqual([true, true, false])
  })
})

async function notifiedOf(eventId: number): Promise<number[]> {
  const rows = await query<{ user: number }>(
    worker,
    `select user_id as user from deliveries where event_id = ? and channel = 'in_app'
      and kind = 'new_event_followed' order by user_id`,
    eventId,
  )
  return rows.map(({ user }) => user)
}
const idsOf = (members: Member[]) => members.map(({ userId }) => userId as number)
async function inTheMinute(): Promise<void> {
  await worker.drainQueue(Date.now())
  await worker.minute(Date.now() + minute)
}

describe('an event that no moderator has seen', () => {
  async function publish(followers: number) {
    const streamer = await createStreamer()
    const guest = await createMember(worker)
    const guestChannel = await insertChannel(worker, guest.userId)
    const gameId = await insertGame(worker, `Game ${streamer.userId}`)
    const [ofHost, ofGuest, ofGame] = await Promise.all([
      createMembers(worker, followers),
      createMembers(worker, 2),
      createMembers(worker, 2),
    ])
    await insertFollows(worker, 'streamer', streamer.channel.streamerId, ofHost)
    await insertFollows(worker, 'streamer', guestChannel.streamerId, ofGuest)
    await insertFollows(worker, 'game', gameId, ofGame)
    const { body } = await propose(streamer, {
      ...streamer.on,
      game_id: gameId,
      participants: [{ streamer_id: guestChannel.streamerId }],
    })
    expect(body.status).toBe('approved')
    await inTheMinute()
    return { streamer, guest, guestChannel, event: body, ofHost, ofGuest, ofGame }
  }

  test('notifies the followers of its own streamer, and others once a moderator marks it [abuse 1]', async () => {
    const { event, ofHost, ofGuest, ofGame } = await publish(3)
    expect(await notifiedOf(event.id)).toEqual(idsOf(ofHost))
    const list = await getAs<ProposalsPage>(worker, moderator, 'admin/proposals?status=unreviewed')
    expect(list.items.map(({ id }) => id)).toContain(event.id)
    const { status, body } = await moderate(event.id, 'review')
    expect([status, body.reviewed_at]).toEqual([200, expect.any(String)])
    await inTheMinute()
    expect(await notifiedOf(event.id)).toEqual(idsOf([...ofHost, ...ofGuest, ...ofGame]))
    expect((await moderate(event.id, 'review')).status).toBe(409)
    expect(
      await worker.sql`select act from audit_entries where subject_type = 'event'
        and subject_id = ${event.id} order by id`,
    ).toEqual([{ act: 'propose' }, { act: 'review' }])
  })

  test('notifies the followers of a participant once they confirm [abuse 1]', async () => {
    const { event, guest, guestChannel, ofHost, ofGuest } = await publish(1)
    const path = `events/${event.id}/participants/${guestChannel.streamerId}/confirmation`
    expect((await callAs(worker, guest, 'PUT', path, { body: { confirmed: true } })).status).toBe(
      200,
    )
    await inTheMinute()
    expect(await notifiedOf(event.id)).toEqual(idsOf([...ofHost, ...ofGuest]))
  })

  test('waits for the review where many follow its streamer [abuse 1]', async () => {
    const { event, ofHost } = await publish(4)
    expect(await notifiedOf(event.id)).toEqual([])
    const body = await getAs<ProposalView>(worker, moderator, `admin/proposals/${event.id}`)
    expect(body.waiting_followers).toBe(4)
    await moderate(event.id, 'review')
    await inTheMinute()
    expect((await notifiedOf(event.id)).slice(0, 4)).toEqual(idsOf(ofHost))
  })

  test('notifies nobody further once its proposer is restricted, deactivated or deleted [abuse 2]', async () => {
    for (const end of [
      'update users set is_soft_banned = 1 where id = ?',
      'update users set is_active = 0 where id = ?',
      'delete from users where id = ?',
    ]) {
      const { event, streamer, ofHost } = await publish(2)
      expect(await notifiedOf(event.id)).toEqual(idsOf(ofHost))
      // The followers count as not reached: their mails wait, and the broadcast begins again.
      await worker.sql`delete from deliveries where event_id = ${event.id} and channel = 'in_app'`
      await query(
        worker,
        `update deliveries set status = 'pending', attempts = 0, next_at = 0
          where event_id = ? and kind = 'new_event_followed'`,
        event.id,
      )
      await worker.sql`update notice_fanouts set done_at = null, after_user_id = 0, touched_at = 0
        where event_id = ${event.id}`
      await query(worker, end, streamer.userId)
      await inTheMinute()
      expect(await notifiedOf(event.id)).toEqual([])
      expect(
        await worker.sql`select distinct status from deliveries
          where event_id = ${event.id} and kind = 'new_event_followed'`,
      ).toEqual([{ status: 'stopped' }])
    }
  })

  test('loses its review with its name [abuse 3]', async () => {
    const { event, streamer } = await publish(1)
    await moderate(event.id, 'review')
    const later = { body: { end: new Date(Date.parse(event.end) + hour).toISOString() } }
    const moved = await callAs<Answer>(worker, streamer, 'PATCH', `events/${event.id}`, later)
    expect(moved.body.reviewed_at).not.toBeNull()
    const other = { body: { name: 'Quite another thing' } }
    const renamed = await callAs<Answer>(worker, streamer, 'PATCH', `events/${event.id}`, other)
    expect(renamed.body.reviewed_at).toBeNull()
  })
})

describe('a moderator’s own proposal', () => {
  test('is decided by another, alone or among many [abuse 5]', async ({ moderator: other }) => {
    const { body } = await propose(moderator)
    const own = await moderate(body.id, 'approve')
    expect([own.status, own.body.code]).toEqual([403, 'own_proposal'])
    const bulk = { body: { ids: [body.id], act: 'approve', delay_seconds: 0 } }
    const many = await callAs<{ items: { code: string }[] }>(
      worker,
      moderator,
      'POST',
      'admin/proposals/bulk',
      bulk,
    )
    expect(many.body.items.map(({ code }) => code)).toEqual(['own_proposal'])
    const seen = await callAs<ProposalView>(worker, moderator, 'GET', `admin/proposals/${body.id}`)
    expect(seen.body.needs_other_reviewer).toBe(true)
    expect((await moderate(body.id, 'approve', other)).status).toBe(200)
  })
})
