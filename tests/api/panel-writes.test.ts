import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventAction } from '#worker/features/moderation/proposals/contract.ts'
import type { DeliveryStatusReason } from '#worker/features/notifications/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  insertAccount,
  insertGame,
  insertGroup,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { type Member, createMember, consentToMarketing } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { listOperations, type Operation } from '#tests/support/tables/api-document.ts'
import { campaignWrites } from '#tests/support/tables/campaign-writes.ts'
import { insertDelivery } from '#tests/support/factories/deliveries.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { gameWrites } from '#tests/support/tables/game-writes.ts'
import { leaderboardWrites } from '#tests/support/tables/leaderboard-writes.ts'
import { articleDraft, dealDraft, fresh, groupDraft } from '#tests/support/tables/panel-drafts.ts'
import { insertHiddenName, optOutWrites } from '#tests/support/tables/opt-out-writes.ts'
import { memberWrites } from '#tests/support/tables/member-writes.ts'
import { startModeration, type Moderation } from '#tests/support/factories/moderation.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { dumpDatabase } from '#tests/support/drivers/database-dump.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/fakes/database-proxy.ts'
import { endAtEachWrite } from '#tests/support/drivers/ended-session.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { reportWrites } from '#tests/support/tables/report-writes.ts'
import type { Inserted, Write } from '#tests/support/tables/panel-writes.ts'
import { calendarForm, calendarText } from '#tests/support/fakes/schedule-shapes.ts'
import { startFakeSchedules, type FakeSchedules } from '#tests/support/fakes/fake-schedules.ts'
import { startTestApi, type TestApi } from '#tests/support/drivers/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
import { placeAppeal } from '#tests/support/factories/full-reports.ts'
import { deadLetterWrites, insertIncident } from '#tests/support/tables/dead-letter-writes.ts'

const calendarPath = '/calendar/ical/empty/basic.ics'
const calendarUrl = `https://calendar.google.com${calendarPath}`

let proxy: DatabaseProxy
let edge: FakeCdn
let schedules: FakeSchedules
let worker: TestApi
let panel: Moderation
let admin: Member

/** Made by the panel itself, before what is tested. */
async function make(
  path: string,
  body?: unknown,
  { token }: { token: string } = panel.moderator,
): Promise<{ ids: [number] }> {
  const answer = await worker.call<{ id: number }>('POST', `admin/${path}`, { token, body })
  if (answer.status > 201) throw new Error(`${path} answered ${answer.status}`)
  return { ids: [answer.body.id] }
}

async function placeArticle({ isPublic = false } = {}) {
  const article = await make('articles', articleDraft())
  return isPublic ? make(`articles/${article.ids[0]}/publish`, {}) : article
}

async function placeLinked() {
  const groupId = await insertGroup(worker, fresh('Group'))
  const times = { startAt: Date.now() + day, endAt: Date.now() + 2 * day }
  return { groupId, eventId: (await createEvent(worker, { ...times, groupId })).id }
}

/** A streamer with a member behind, who earns and loses by what is done to the channel. */
async function insertChannel() {
  const { userId } = await createMember(worker)
  const id = await insertStreamer(worker, fresh('Streamer'), userId)
  return { ids: [id, await insertAccount(worker, id, `channel_${id}`)] }
}

/** The body holds the name that the platform uses by now. */
async function placeRenamed() {
  const { ids } = await insertChannel()
  const [id = 0] = ids
  await worker.sql`insert into channels (platform, name_key, checked_at, problem, new_name,
    noticed_at)
    values ('twitch', 'channel_' || ${String(id)}, 0, 'renamed', 'renamed_' || ${String(id)}, 0)`
  return { ids, body: { name: `renamed_${id}` } }
}

async function placeDead(reason: DeliveryStatusReason): Promise<number> {
  return insertDelivery(worker, { userId: (await createMember(worker)).userId, reason })
}

/** Body of a schedule for a channel. */
async function scheduled() {
  const { ids } = await insertChannel()
  const [id = 0, account_id = 0] = ids
  return { ids: [id], body: { account_id, category: 'variety', language: 'en', timezone: 'UTC' } }
}

async function placeSchedule() {
  const { ids, body } = await scheduled()
  const [id = 0] = ids
  const input = { ...body, kind: 'ical_url', url: calendarUrl }
  const made = await make(`streamers/${id}/schedule_sources`, input)
  return { ids: [id, ...made.ids] }
}

/** A proposal of a member, after an act that makes the tested one possible. */
async function placeProposal(act?: Exclude<EventAction, 'edit'>, body?: unknown) {
  const { event } = await panel.placeProposed()
  if (act) await panel.ask(act, event.id, body === undefined ? {} : { body })
  return { ids: [event.id] }
}

async function memberWith(body?: unknown, fact?: string): Promise<Inserted> {
  const { userId } = await createMember(worker)
  if (fact) await query(worker, `update users set ${fact} where id = ?`, userId)
  return { ids: [userId], body }
}

async function appealed(): Promise<number> {
  const { userId } = await createMember(worker)
  return placeAppeal(worker, { userId, otherId: null, at: Date.now() })
}

const game = async () => [await insertGame(worker, fresh('Game'))]
const streamer = async () => [await insertStreamer(worker, fresh('Streamer'))]
const decided = '409 already_decided'

/** Every call that changes what the panel keeps. A call that is missing here fails the test. */
const writes: Record<string, Write> = {
  ...gameWrites({ game, fresh }),
  ...reportWrites(() => worker),
  'POST /admin/streamers': {
    entry: 'create streamer',
    again: '409 account_taken',
    place: () => ({
      body: { display_name: fresh('Streamer'), account: { platform: 'twitch', name: 'first' } },
    }),
  },
  'PUT /admin/streamers/{id}': {
    entry: 'edit streamer',
    place: async () => ({ ids: await streamer(), body: { display_name: fresh('Streamer') } }),
  },
  'PUT /admin/streamers/{id}/featured': {
    entry: 'feature streamer',
    place: async () => ({ ids: await streamer(), body: { is_featured: true } }),
  },
  'DELETE /admin/streamers/{id}': {
    entry: 'delete streamer',
    again: '404 streamer_not_found',
    place: async () => ({ ids: await streamer() }),
  },
  'POST /admin/streamers/{id}/merge': {
    entry: 'merge streamer',
    again: '404 streamer_not_found',
    async place() {
      const [into = 0] = await streamer()
      const { ids } = await insertChannel()
      return { ids: ids.slice(0, 1), body: { into }, subject: into }
    },
  },
  'POST /admin/streamers/{id}/accounts': {
    entry: 'add_account streamer',
    place: async () => ({ ids: await streamer(), body: { platform: 'youtube', name: '@second' } }),
  },
  'PUT /admin/streamers/{id}/accounts/{account_id}': {
    entry: 'verify streamer',
    place: async () => ({ ...(await insertChannel()), body: { is_verified: true } }),
  },
  'DELETE /admin/streamers/{id}/accounts/{account_id}': {
    entry: 'remove_account streamer',
    again: '404 streaming_account_not_found',
    place: () => insertChannel(),
  },
  'PUT /admin/streamers/{id}/accounts/{account_id}/name': {
    entry: 'rename_account streamer',
    place: placeRenamed,
  },
  'PUT /admin/streamers/{id}/accounts/{account_id}/platform_picture': {
    entry: 'remove_picture streamer',
    place: async () => ({ ...(await insertChannel()), body: { is_shown: false, ...reasons } }),
  },
  'POST /admin/streamers/{id}/schedule_sources': {
    entry: 'add_schedule streamer',
    again: '409 schedule_source_exists',
    async place() {
      const { ids, body } = await scheduled()
      return { ids, body: { ...body, kind: 'ical_url', url: calendarUrl } }
    },
  },
  'POST /admin/streamers/{id}/schedule_sources/{source_id}/run': {
    entry: 'start_schedule streamer',
    again: '429 too_many_attempts',
    place: async () => ({ ...(await placeSchedule()), body: { confirm: true } }),
  },
  'DELETE /admin/streamers/{id}/schedule_sources/{source_id}': {
    entry: 'remove_schedule streamer',
    again: '404 schedule_source_not_found',
    place: () => placeSchedule(),
  },
  'POST /admin/streamers/{id}/schedule_imports': {
    entry: 'add_schedule streamer',
    async place() {
      const { ids, body } = await scheduled()
      return { ids, body: calendarForm({ ...body, confirm: true }) }
    },
  },
  ...optOutWrites({ streamer, hideName: () => insertHiddenName(worker, fresh('hidden')), fresh }),
  'POST /admin/deals': {
    entry: 'create deal',
    again: '409 deal_exists',
    place: () => ({ body: dealDraft() }),
  },
  'PUT /admin/deals/{id}': {
    entry: 'edit deal',
    place: async () => ({ ...(await make('deals', dealDraft())), body: dealDraft() }),
  },
  'DELETE /admin/deals/{id}': {
    entry: 'delete deal',
    again: '404 deal_not_found',
    place: () => make('deals', dealDraft()),
  },
  ...campaignWrites({
    fresh,
    make: (path, body) => make(path, body, admin),
    consent: () => consentToMarketing(worker, admin),
    setSending: (id) => worker.sql`update campaigns set status = 'sending' where id = ${id}`,
  }),
  'POST /admin/groups': {
    entry: 'create group',
    again: '409 group_name_taken',
    place: () => ({ body: groupDraft() }),
  },
  'PUT /admin/groups/{id}': {
    entry: 'edit group',
    place: async () => ({ ...(await make('groups', groupDraft())), body: groupDraft() }),
  },
  'DELETE /admin/groups/{id}': {
    entry: 'delete group',
    again: '404 group_not_found',
    place: async () => ({ ids: [(await placeLinked()).groupId] }),
  },
  'PUT /admin/groups/{id}/events/{event_id}': {
    entry: 'link event',
    async place() {
      const { eventId } = await placeLinked()
      return { ids: [await insertGroup(worker, fresh('Group')), eventId], subject: eventId }
    },
  },
  'DELETE /admin/groups/{id}/events/{event_id}': {
    entry: 'unlink event',
    async place() {
      const { groupId, eventId } = await placeLinked()
      return { ids: [groupId, eventId], subject: eventId }
    },
  },
  'POST /admin/articles': {
    entry: 'create article',
    again: '409 slug_taken',
    place: () => ({ body: { ...articleDraft(), slug: 'chosen' } }),
  },
  'POST /admin/articles/preview': {
    place: () => ({ body: { markdown: 'Text.', language: 'en' } }),
  },
  'PUT /admin/articles/{id}': {
    entry: 'edit article',
    place: async () => ({ ...(await placeArticle()), body: { ...articleDraft(), revision: 0 } }),
  },
  'POST /admin/articles/{id}/publish': {
    entry: 'publish article',
    place: async () => ({ ...(await placeArticle()), body: {} }),
  },
  'POST /admin/articles/{id}/unpublish': {
    entry: 'unpublish article',
    place: async () => ({ ...(await placeArticle({ isPublic: true })), body: {} }),
  },
  'DELETE /admin/articles/{id}': {
    entry: 'delete article',
    again: '404 article_not_found',
    by: 'admin',
    place: () => placeArticle({ isPublic: true }),
  },
  'POST /admin/proposals/bulk': {
    entry: 'approve event',
    // The answer states what became of each.
    again: '200',
    async place() {
      const { ids } = await placeProposal()
      return { body: { ids, act: 'approve', delay_seconds: 0 }, subject: ids[0] }
    },
  },
  'PUT /admin/proposals/{id}': {
    entry: 'edit event',
    async place() {
      const streamerIds = await streamer()
      const participants = [
        ...streamerIds.map((streamer_id) => ({ streamer_id })),
        { display_name: 'A guest' },
        { display_name: 'Another', platform: 'youtube', account: 'another' },
      ]
      const body = eventDraft(Date.now() + 5 * day, { participants })
      return { ...(await placeProposal()), body }
    },
  },
  'POST /admin/proposals/{id}/approve': {
    entry: 'approve event',
    again: decided,
    place: async () => ({ ...(await placeProposal()), body: { delay_seconds: 0 } }),
  },
  'POST /admin/proposals/{id}/review': {
    entry: 'review event',
    again: '409 transition_not_allowed',
    async place() {
      const placed = await placeProposal('approve')
      await query(worker, 'update events set reviewed_at = null where id = ?', ...placed.ids)
      return placed
    },
  },
  'POST /admin/proposals/{id}/cancel_approval': {
    entry: 'cancel_approval event',
    again: decided,
    place: () => placeProposal('approve', { delay_seconds: 600 }),
  },
  'POST /admin/proposals/{id}/reject': {
    entry: 'reject event',
    again: decided,
    place: async () => ({ ...(await placeProposal()), body: { reason_code: 'spam' } }),
  },
  'POST /admin/proposals/{id}/reset': {
    entry: 'reset event',
    again: decided,
    place: async () => ({ ...(await placeProposal('approve')), body: reasons }),
  },
  'POST /admin/proposals/{id}/disable': {
    entry: 'disable event',
    again: decided,
    place: async () => ({ ...(await placeProposal('approve')), body: reasons }),
  },
  'POST /admin/proposals/{id}/enable': {
    entry: 'enable event',
    again: decided,
    place: () => placeProposal('disable'),
  },
  'POST /admin/proposals/{id}/cancel': {
    entry: 'cancel event',
    again: decided,
    place: async () => ({
      ...(await placeProposal('approve')),
      body: { reason: 'Ill', ...reasons },
    }),
  },
  ...deadLetterWrites({ placeDead, placeIncident: () => insertIncident(worker) }),
  ...memberWrites({ memberWith, appealed }),
  ...leaderboardWrites({ memberWith }),
}

type Asked = {
  placed: Inserted
  /** Answer in a session without a passkey. */
  withoutPasskey: string
  /** Answers while the session ended right before the write. */
  refusals: string[]
  answer: { status: number; body: unknown }
  log: unknown[]
}
const first = new Map<string, Asked>()
let operations: Operation[]

beforeAll(async () => {
  proxy = await startDatabaseProxy()
  edge = await startFakeCdn()
  schedules = await startFakeSchedules()
  schedules.answer(calendarPath, { body: calendarText([]) })
  worker = await startTestApi({
    DATABASE_URL: proxy.url,
    EDGE_CACHE_URL: edge.url,
    STAFF_PASSKEYS: 'required',
    ...schedules.vars,
  })
  proxy.target = worker.environment.libsql?.url ?? ''
  panel = await startModeration(worker)
  admin = await createMember(worker, { role: 'admin' })
  await setPasskeys(true)
  operations = await listOperations(worker)
  for (const [name, { place }] of Object.entries(writes)) {
    const placed = await place()
    const [last] = await worker.sql<{ id: number }>`select max(id) as id from audit_entries`
    const withoutPasskey = await askWithoutPasskey(name, placed)
    const { refusals, answer } = await askInEndingSession(name, placed)
    const log = await logAfter(last?.id ?? 0)
    first.set(name, { placed, withoutPasskey, refusals, answer, log })
  }
  // The queue is emptied, lest its work be taken for that of a repeat.
  await worker.drainQueue(Date.now())
  edge.calls.length = 0
})
afterAll(async () => {
  await worker.close()
  await proxy.close()
  await edge.close()
  await schedules.close()
})

const actorOf = (name: string) => (writes[name]?.by === 'admin' ? admin : panel.moderator)

async function ask(name: string, { ids = [], body, headers = {} }: Inserted) {
  const [method = '', path = ''] = name.split(' /')
  const left = [...ids]
  const filled = path.replace(/\{\w+\}/g, () => String(left.shift()))
  const { token } = actorOf(name)
  const sent = { token, body, headers }
  const { status, body: answered } = await worker.call<unknown>(method, filled, sent)
  return { status, body: answered }
}

const setPasskeys = (areUsed: boolean) =>
  worker.sql`update sessions set passkey_at = ${areUsed ? 1 : null}`

async function askWithoutPasskey(name: string, placed: Inserted): Promise<string> {
  if (!isRefusable(name)) return ''
  await setPasskeys(false)
  const answer = textOf(await ask(name, placed))
  await setPasskeys(true)
  return answer
}

/** One try a minute is let in: there is none left for the session that stands. */
const isRefusable = (name: string) => Boolean(writes[name]?.entry) && !name.endsWith('/run')

async function askInEndingSession(name: string, placed: Inserted) {
  if (name.endsWith('/run')) return { refusals: [], answer: await ask(name, placed) }
  const run = () => ask(name, placed)
  const { refusals, done } = await endAtEachWrite(worker, proxy, actorOf(name), run)
  return { refusals, answer: done }
}

function logAfter(id: number) {
  return worker.sql`select act || ' ' || subject_type as entry, subject_id as subject, actor_id as
    actor,
    is_clock as isSystem from audit_entries where id > ${id}`
}

function textOf({ status, body }: Asked['answer']): string {
  const code = (body as { code?: string } | undefined)?.code
  return [status, code].filter(Boolean).join(' ')
}

describe('what the panel writes', () => {
  const names = Object.keys(writes)

  test('is in the table, call by call', () => {
    const described = operations
      .filter(({ method, path }) => method !== 'GET' && path.startsWith('/admin/'))
      .map(({ name }) => name)
    expect(names.toSorted()).toEqual(described.toSorted())
  })

  test.each(names)('%s is in the log once, under who did it', (name) => {
    const { placed, answer, log } = first.get(name)!
    expect([200, 201, 204]).toContain(answer.status)
    const { id } = (answer.body ?? {}) as { id?: number }
    const subject = placed.subject ?? placed.ids?.[0] ?? id
    const { entry } = writes[name]!
    const expected = { entry, subject, actor: actorOf(name).userId, isSystem: 0 }
    expect(log).toEqual(entry ? [expected] : [])
  })

  const refusable = test.each(names.filter(isRefusable))
  refusable('%s is refused without a passkey [ASVS 6.3.3] [abuse 13]', (name) => {
    expect(first.get(name)!.withoutPasskey).toBe('403 passkey_required')
  })

  test.each(names.filter(isRefusable))(
    '%s is refused when its session ends before it is written',
    (name) => {
      const { refusals } = first.get(name)!
      expect(new Set(refusals)).toEqual(new Set(['401 session_ended']))
    },
  )

  test.each(names)('%s again changes nothing and says so', async (name) => {
    const { placed, answer } = first.get(name)!
    const { again, isRepeatable } = writes[name]!
    await worker.drainQueue(Date.now())
    const before = await dumpDatabase(worker)
    const repeated = await ask(name, placed)
    if (!isRepeatable) expect(await dumpDatabase(worker)).toEqual(before)
    if (again) expect(textOf(repeated)).toBe(again)
    else expect(repeated).toEqual(answer)
  })

  test('has the queue do nothing when it is asked again', async () => {
    const before = await dumpDatabase(worker)
    await worker.drainQueue(Date.now())
    expect(await dumpDatabase(worker)).toEqual(before)
    expect(edge.calls).toEqual([])
  })
})
