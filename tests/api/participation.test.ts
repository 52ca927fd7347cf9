import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import type {
  ParticipationsView,
  ParticipationView,
} from '#worker/features/moderation/participation/contract.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { insertAccount, insertChannel, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

let member: Member
let streamerId: number
let channel: string
let event: CreatedEvent
beforeEach(async () => {
  member = await createMember(worker)
  const own = await insertChannel(worker, member.userId)
  streamerId = own.streamerId
  channel = own.name
  const other = await insertStreamer(worker, 'Somebody Else')
  event = await createEvent(worker, { streamerIds: [other, streamerId] })
})

async function moderatorToken(): Promise<string> {
  return (await createMember(worker, { role: 'moderator' })).token
}

type Answer = ParticipationView & ErrorEnvelope

function confirm(confirmed = true, { token } = member, { id } = event) {
  const path = `events/${id}/participants/${streamerId}/confirmation`
  return worker.call<Answer>('PUT', path, { token, body: { confirmed } })
}

function leave({ token } = member, { id } = event) {
  return worker.call<Answer>('DELETE', `events/${id}/participants/${streamerId}`, { token })
}

const rowsOf = () =>
  worker.sql`select streamer_id, answer from participation_answers where event_id = ${event.id}`

async function participants(): Promise<EventView['participants']> {
  const body = await worker.get<EventView>(`events/${event.slug}`)
  return body.participants
}

async function isListed(): Promise<boolean> {
  return (await participants()).some(({ streamer_id }) => streamer_id === streamerId)
}

async function actsOf(): Promise<unknown[]> {
  const rows = await worker.sql<{ act: string; actor: number }>`select act, actor_id as actor
    from audit_entries
    where subject_type = 'event' and subject_id = ${event.id} order by id`
  return rows.map(({ act, actor }) => [act, actor])
}

describe('a participant', () => {
  test('confirms, which all can see, and takes it back; twice is once', async () => {
    expect((await confirm()).body).toMatchObject({ answer: 'confirmed', can_answer: true })
    expect((await confirm()).status).toBe(200)
    expect(await rowsOf()).toEqual([{ streamer_id: streamerId, answer: 'confirmed' }])
    expect((await participants()).map(({ confirmed_at }) => confirmed_at !== null)).toEqual([
      false,
      true,
    ])
    expect((await confirm(false)).body.answer).toBeNull()
    await confirm(false)
    expect(await rowsOf()).toEqual([])
    expect(await actsOf()).toEqual([
      ['confirm_participation', member.userId],
      ['unconfirm_participation', member.userId],
    ])
  })

  test('stays confirmed when the event is edited', async () => {
    await confirm()
    await editBy([{ streamer_id: streamerId }])
    expect(await participants()).toMatchObject([
      { streamer_id: streamerId, confirmed_at: expect.any(String) as string },
    ])
  })

  test('removes themselves from the event, their page and their feed; twice is once', async () => {
    expect((await leave()).body.answer).toBe('removed')
    expect((await leave()).status).toBe(200)
    expect(await isListed()).toBe(false)
    const own = await worker.call<{ items: unknown[] }>('GET', `streamers/${streamerId}/events`)
    expect(own.body.items).toEqual([])
    expect(await actsOf()).toEqual([['end_participation', member.userId]])
    const search = await worker.sql`select rowid from search_names
      where rowid = 5764607523034234880 + ${event.id} * 256 + 1`
    expect(search).toEqual([])
  })

  test('comes back only by their own word', async () => {
    await leave()
    expect((await confirm(false)).body.answer).toBe('removed')
    expect(await isListed()).toBe(false)
    expect((await confirm()).body.answer).toBe('confirmed')
    expect(await isListed()).toBe(true)
  })

  test('lists what names them, until it is over', async () => {
    const past = await createEvent(worker, { streamerIds: [streamerId], startAt: 1, endAt: 2 })
    const body = await worker.get<ParticipationsView>('users/me/participations', {
      token: member.token,
    })
    expect(past.id).toBeGreaterThan(0)
    expect(body.items).toMatchObject([{ event: { id: event.id }, answer: null, can_answer: true }])
  })
})

/** A moderator's edit writes the participants anew. */
async function editBy(named: object[]): Promise<ProposalView> {
  const token = await moderatorToken()
  const set = 'update events set status = ? where id = ?'
  await query(worker, set, 'pending', event.id)
  const body = {
    ...eventDraft(Date.now() + day),
    streaming_account_name: `of_${event.id}`,
    name: `Edited ${event.id}`,
    participants: named,
  }
  const answer = await worker.call<ProposalView>('PUT', `admin/proposals/${event.id}`, {
    token,
    body,
  })
  expect(answer.status).toBe(200)
  await query(worker, set, 'approved', event.id)
  return answer.body
}

describe('who removed themselves', () => {
  test('stays off whoever names them: by their entry, their channel or their name', async () => {
    await leave()
    const [{ name = '' } = {}] = await worker.sql<{ name: string }>`select display_name as name
      from participation_answers where event_id = ${event.id}`
    const edited = await editBy([
      { streamer_id: streamerId },
      { display_name: 'Anyone', platform: 'twitch', account: channel.toUpperCase() },
      { display_name: name.toUpperCase() },
      { display_name: 'A Guest' },
    ])
    expect(edited.participants.map(({ display_name }) => display_name)).toEqual(['A Guest'])
    expect(edited.removed_participants).toMatchObject([{ display_name: name }])
  })

  test('stays off when their entry becomes another one', async () => {
    await leave()
    const into = await insertStreamer(worker, 'Same Person')
    const token = await moderatorToken()
    const path = `admin/streamers/${streamerId}/merge`
    expect((await worker.call('POST', path, { token, body: { into } })).status).toBe(200)
    await editBy([{ streamer_id: into }])
    expect(await participants()).toEqual([])
    expect(await rowsOf()).toEqual([{ streamer_id: into, answer: 'removed' }])
  })

  test('does not take a namesake with another channel along', async () => {
    await leave()
    await editBy([{ display_name: 'Somebody', platform: 'youtube', account: 'the_other' }])
    expect(await participants()).toHaveLength(1)
  })
})

describe('refused', () => {
  const faultOf = ({ status, body }: { status: number; body: ErrorEnvelope }) =>
    `${status} ${body.code}`

  test.each(['pending', 'rejected', 'disabled'] as const)('on an event %s', async (status) => {
    await worker.sql`update events set status = ${status} where id = ${event.id}`
    expect(faultOf(await confirm())).toBe('404 participation_not_found')
    expect(faultOf(await leave())).toBe('404 participation_not_found')
    expect(await rowsOf()).toEqual([])
  })

  test.each(['cancelled_at = 1', 'end_at = start_at + 1, start_at = 1, end_at = 2'])(
    'once %s',
    async (change) => {
      await query(worker, `update events set ${change} where id = ?`, event.id)
      expect(faultOf(await confirm())).toBe('409 participation_closed')
      expect(faultOf(await leave())).toBe('409 participation_closed')
      expect(await rowsOf()).toEqual([])
    },
  )

  test('to another member and to whom the event does not name', async ({ member: other }) => {
    await insertChannel(worker, other.userId)
    expect(faultOf(await leave(other))).toBe('404 participation_not_found')
    const elsewhere = await createEvent(worker)
    expect(faultOf(await confirm(true, member, elsewhere))).toBe('404 participation_not_found')
    expect(await isListed()).toBe(true)
  })

  test('with a channel that was only typed', async () => {
    await worker.sql`update streaming_accounts set verified_at = null
      where streamer_id = ${streamerId}`
    expect(faultOf(await leave())).toBe('409 participation_not_proven')
    expect(faultOf(await confirm())).toBe('409 participation_not_proven')
    expect(await isListed()).toBe(true)
  })

  test('where the event names a channel that is typed, beside a verified one', async () => {
    await insertAccount(worker, streamerId, `famous_${streamerId}`, { isVerified: false })
    await worker.sql`update event_participants
      set platform = 'twitch', account = ${`Famous_${streamerId}`} where streamer_id =
      ${streamerId}`
    expect(faultOf(await leave())).toBe('409 participation_not_proven')
    expect(await isListed()).toBe(true)
    await worker.sql`update event_participants set account = ${channel}
      where streamer_id = ${streamerId}`
    expect((await leave()).status).toBe(200)
  })

  test('to restricted members, who may still remove themselves', async () => {
    await worker.sql`update users set is_soft_banned = 1 where id = ${member.userId}`
    expect(faultOf(await confirm())).toBe('403 account_restricted')
    expect((await leave()).status).toBe(200)
  })
})

describe('a member whom somebody names', () => {
  async function notifiedChannels(id: number): Promise<unknown[]> {
    return worker.sql`select channel from deliveries where user_id = ${member.userId}
      and event_id = ${id} and kind = 'participant_named'
      order by channel`
  }

  async function proposeAndApprove(proposer: Member): Promise<number> {
    const body = {
      ...eventDraft(Date.now() + 3 * day),
      participants: [{ streamer_id: streamerId }],
      confirm_similar: true,
    }
    const made = await worker.call<ProposalView>('POST', 'events', { token: proposer.token, body })
    expect(made.status).toBe(201)
    const token = await moderatorToken()
    const approval = { delay_seconds: 0 }
    const path = `admin/proposals/${made.body.id}/approve`
    expect((await worker.call('POST', path, { token, body: approval })).status).toBe(200)
    return made.body.id
  }

  test('hears of it once the event is public, in the bell and by mail', async () => {
    const id = await proposeAndApprove(await createMember(worker))
    expect(await notifiedChannels(id)).toEqual([{ channel: 'email' }, { channel: 'in_app' }])
    await worker.drainQueue(Date.now())
    // The mail did not leave before the answer.
    await worker.sql`update deliveries set status = 'pending', attempts = 0, sent_at = null
      where event_id = ${id} and kind = 'participant_named' and channel = 'email'`
    await confirm(true, member, { id, slug: '' } as unknown as CreatedEvent)
    await worker.minute(Date.now() + hour)
    const [mail] = await query<{ status: string }>(
      worker,
      `select status from deliveries where event_id = ? and kind = 'participant_named'
        and channel = 'email'`,
      id,
    )
    expect(mail?.status).toBe('stopped')
  })

  test('hears nothing of what they propose themselves, nor with a typed channel', async () => {
    expect(await notifiedChannels(await proposeAndApprove(member))).toEqual([])
    await worker.sql`update streaming_accounts set verified_at = null
      where streamer_id = ${streamerId}`
    expect(await notifiedChannels(await proposeAndApprove(await createMember(worker)))).toEqual([])
  })
})
