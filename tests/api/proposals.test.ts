import { describe, expect } from 'vitest'
import type { ErrorEnvelope, FieldError } from '#worker/contracts/errors.ts'
import type { ProposalView, SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'
import { listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, callAs, createMember, xpOf } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { eventDraft } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
import { correction } from '#tests/support/factories/moderation.ts'
let moderator: Member
let member: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
  member = await createMember(worker)
})

type Changes = Record<string, unknown>
type Asked = { by?: Member; now?: number }

function propose(startAt: number, changes: Changes = {}, { by = member, now }: Asked = {}) {
  const body = eventDraft(startAt, changes)
  return callAs<ProposalView & ErrorEnvelope>(worker, by, 'POST', 'events', { body, now })
}

function edit(id: number, body: unknown, { by = member, now }: Asked = {}) {
  return callAs<ProposalView & ErrorEnvelope>(worker, by, 'PUT', `events/${id}`, { body, now })
}

function moderate(id: number, act: string, body: unknown, now?: number) {
  const path = `admin/proposals/${id}/${act}`
  return callAs<ProposalView>(worker, moderator, 'POST', path, { body, now })
}

const soon = () => Date.now() + 3 * day
let years = 0
/** Far from every other event of this file. */
const alone = () => Date.now() + (30 + (years += 3)) * day

/** Gives the member a streamer profile with one account. */
async function withAccount(owner: Member, name: string, isVerified: boolean): Promise<void> {
  const streamer = await insertStreamer(worker, name, owner.userId)
  await insertAccount(worker, streamer, name, { isVerified })
}

describe('a proposal', () => {
  test('waits for review, is seen by its proposer and moderators, and is not public', async () => {
    const draft = {
      participants: [{ display_name: 'Guest', platform: 'twitch', account: 'guest' }],
    }
    const { status, body } = await propose(soon(), draft)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'pending',
      approve_at: null,
      phase: 'upcoming',
      hype_count: 0,
      proposer: { username: member.username },
      participants: [{ display_name: 'Guest', account: 'guest', streamer_id: null }],
      similar: [],
    })
    expect((await worker.call('GET', `events/${body.slug}`)).status).toBe(404)
    const list = await worker.call<{ items: ProposalView[] }>('GET', 'events?limit=100')
    expect(list.body.items.map(({ id }) => id)).not.toContain(body.id)
    for (const [by, path] of [
      [member, 'users/me/events'],
      [moderator, 'admin/proposals'],
    ] as const) {
      const seen = await worker.call<ProposalView>('GET', `${path}/${body.id}`, { token: by.token })
      expect(seen.body).toEqual(body)
    }
  })

  test('costs two trips to the database', async () => {
    const before = worker.trips()
    const { body } = await propose(alone())
    expect(worker.trips() - before).toBe(2)
    await edit(body.id, eventDraft(alone()))
    expect(worker.trips() - before).toBe(4)
  })

  test.each([
    ['end', 'ends before it starts', { end: -hour }],
    ['end', 'ends as it starts', { end: 0 }],
    ['end', 'lasts more than 14 days', { end: 14 * day + 1 }],
    ['start', 'starts now', { start: 0, end: hour }],
    ['start', 'started already', { start: -1, end: hour }],
    ['start', 'is more than two years ahead', { start: 731 * day + 1, end: hour }],
  ])('is refused at its %s when it %s', async (path, _, times) => {
    const { start, end } = { start: 40 * day, ...times }
    const now = Date.now()
    const startAt = now + start
    const draft = { end: new Date(startAt + end).toISOString() }
    const { status, body } = await propose(startAt, draft, { now })
    expect(status).toBe(422)
    expect(body.details).toEqual([{ path, msg: expect.any(String) as string }])
  })

  test('hears of all its faults at once, of its fields and of its times alike', async () => {
    const start = new Date(Date.now() - hour).toISOString()
    const wrong = { name: 'ab', start, end: start, proof_url: '' }
    const pathsOf = ({ body }: Awaited<ReturnType<typeof propose>>) =>
      (body.details as FieldError[]).map(({ path }) => path).toSorted()
    expect(pathsOf(await propose(soon(), wrong))).toEqual(['end', 'name', 'proof_url', 'start'])
    expect(pathsOf(await propose(soon(), { start, end: start }))).toEqual(['end', 'start'])
    expect(pathsOf(await propose(soon(), { start, end: 'x' }))).toEqual(['end', 'start'])
    const { body } = await propose(alone())
    const edited = await edit(body.id, { ...eventDraft(alone()), ...wrong })
    expect(pathsOf(edited)).toEqual(['end', 'name', 'proof_url', 'start'])
  })

  test('may last 14 days, begin in two years, and be given in another offset', async () => {
    const now = Date.now()
    const startAt = now + 731 * day
    const end = new Date(startAt + 14 * day).toISOString()
    expect((await propose(startAt, { end }, { now })).status).toBe(201)
    const offset = await propose(alone(), {
      start: '2027-06-01T20:00:00+02:00',
      end: '2027-06-01T22:30:00.250+02:00',
    })
    expect(offset.body).toMatchObject({
      start: '2027-06-01T18:00:00Z',
      end: '2027-06-01T20:30:00.250Z',
    })
  })

  test.each([
    ['name', { name: 'ab' }],
    ['name', { name: 'x'.repeat(121) }],
    ['name', { name: 'half a pair \ud83d' }],
    ['name', { name: 'a\u0000b' }],
    ['description', { description: 'x'.repeat(5001) }],
    ['start', { start: 'tomorrow' }],
    ['start', { start: '2027-06-01' }],
    ['start', { start: '2027-02-31T10:00:00Z' }],
    ['start', { start: 1_900_000_000_000 }],
    ['timezone', { timezone: 'Paris' }],
    ['time_certainty', { time_certainty: 'maybe' }],
    ['language', { language: 'de' }],
    ['platform', { platform: 'nosuch' }],
    ['streaming_account_name', { streaming_account_name: 'two words' }],
    ['streaming_account_name', { streaming_account_name: 'https://twitch.tv/x' }],
    ['game_id', { game_id: 999_999 }],
    ['game_id', { game_id: '1' }],
    ['category', { category: 'cooking' }],
    ['thumbnail_path', { thumbnail_path: 'https://evil.example/x.png' }],
    ['thumbnail_path', { thumbnail_path: 'uploads/../x.png' }],
    ['participants', { participants: [{ streamer_id: 999_999 }] }],
    ['participants', { participants: Array(51).fill({ display_name: 'x' }) }],
    ['proof_url', { proof_url: 'javascript:alert(1)' }],
    ['proof_url', { proof_url: 'https://example.com/\udc00' }],
    ['proof_url', { proof_url: '' }],
  ])('is refused at %s with %j', async (path, wrong) => {
    const { status, body } = await propose(soon(), wrong)
    expect(status).toBe(422)
    expect(body.details).toMatchObject([{ path }])
  })

  test('of one’s own verified account is published at once and earns its points', async () => {
    const streamer = await createMember(worker)
    await withAccount(streamer, 'OwnChannel', true)
    const draft = { streaming_account_name: '@ownchannel' }
    const { body } = await propose(alone(), draft, { by: streamer })
    expect(body.status).toBe('approved')
    expect((await worker.call('GET', `events/${body.slug}`)).status).toBe(200)
    expect(await xpOf(worker, streamer)).toBe(30)
    await moderate(body.id, 'reset', correction)
    expect(await xpOf(worker, streamer)).toBe(0)
  })

  test('of one’s own verified account needs no proof: the channel stands there', async () => {
    const streamer = await createMember(worker)
    await withAccount(streamer, 'ProvenChannel', true)
    const draft = { streaming_account_name: 'ProvenChannel', proof_url: undefined }
    for (const proof_url of [undefined, null]) {
      const { body } = await propose(alone(), { ...draft, proof_url }, { by: streamer })
      expect([body.status, body.proof_url]).toEqual([
        'approved',
        'https://www.twitch.tv/provenchannel',
      ])
    }
    const refused = await propose(alone(), { ...draft, proof_url: 'no link' }, { by: streamer })
    expect(refused.body.details).toMatchObject([{ path: 'proof_url' }])
  })

  test('of any other account needs a proof, in an edit too', async ({ member: streamer }) => {
    await withAccount(streamer, 'unproven', false)
    for (const [by, streaming_account_name] of [
      [streamer, 'unproven'],
      [streamer, 'provenchannel'],
      [member, 'somebody'],
    ] as const) {
      const draft = { streaming_account_name, proof_url: null }
      const refused = await propose(alone(), draft, { by })
      expect(refused.status).toBe(422)
      expect(refused.body.details).toMatchObject([{ path: 'proof_url' }])
    }
    const { body } = await propose(alone())
    const edited = await edit(body.id, eventDraft(alone(), { proof_url: null }))
    expect([edited.status, edited.body.details]).toMatchObject([422, [{ path: 'proof_url' }]])
  })

  test('of an unverified, another’s, or an unverified member’s account waits for review', async () => {
    const streamer = await createMember(worker)
    await withAccount(streamer, 'typed_in', false)
    const unverified = await createMember(worker, { isVerified: false })
    await withAccount(unverified, 'theirs', true)
    for (const [by, streaming_account_name] of [
      [streamer, 'typed_in'],
      [member, 'theirs'],
      [unverified, 'theirs'],
    ] as const) {
      const { body } = await propose(alone(), { streaming_account_name }, { by })
      expect([body.status, body.approve_at]).toEqual(['pending', null])
    }
  })

  test('of a trusted member approves itself after half an hour, unless a moderator objects', async () => {
    const now = Date.now()
    const trusted = await createMember(worker, { trust: 30 })
    const waiting = await propose(alone(), {}, { by: trusted, now })
    const stopped = await propose(alone(), {}, { by: trusted, now })
    const approve_at = new Date(now + 30 * 60_000).toISOString().replace('.000Z', 'Z')
    expect([waiting.body.approve_at, stopped.body.approve_at]).toEqual([approve_at, approve_at])
    expect((await moderate(stopped.body.id, 'cancel_approval', undefined, now)).status).toBe(200)
    await worker.tick(now + 29 * 60_000)
    const shown = async ({ slug }: ProposalView) =>
      (await worker.call('GET', `events/${slug}`, { now })).status
    expect(await shown(waiting.body)).toBe(404)
    await worker.tick(now + 30 * 60_000)
    expect([await shown(waiting.body), await shown(stopped.body)]).toEqual([200, 404])
    expect(await xpOf(worker, trusted)).toBe(50)
    const lessTrusted = await createMember(worker, { trust: 29 })
    expect((await propose(alone(), {}, { by: lessTrusted })).body.approve_at).toBeNull()
  })
})

describe('a draft', () => {
  const entries = (id: number) =>
    worker.sql`select act from audit_entries where subject_type = 'event' and subject_id = ${id}`

  async function countOf(name: string): Promise<number | undefined> {
    const [row] = await worker.sql<{ n: number }>`select count(*) as n from events
      where name = ${name}`
    return row?.n
  }

  test('sent twice, one after the other, is one proposal and one entry in the log', async () => {
    const start = alone()
    const changes = { name: 'Twice in a row', draft_key: crypto.randomUUID() }
    const first = await propose(start, changes)
    const second = await propose(start, { ...changes, description: 'Other' })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toMatchObject({
      id: first.body.id,
      description: first.body.description,
    })
    expect(await countOf(changes.name)).toBe(1)
    expect(await entries(first.body.id)).toEqual([{ act: 'propose' }])
  })

  test('sent many times at once is one proposal with its participants once', async () => {
    const start = alone()
    const changes = {
      name: 'Five at a time',
      draft_key: crypto.randomUUID(),
      participants: [{ display_name: 'Ana' }, { display_name: 'Bob' }],
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => propose(start, changes)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const [first] = answers
    expect(first?.body.participants.map(({ display_name }) => display_name)).toEqual(['Ana', 'Bob'])
    expect(await countOf(changes.name)).toBe(1)
    expect(await entries(first?.body.id ?? 0)).toEqual([{ act: 'propose' }])
  })

  test('of two members under one key is two proposals', async ({ member: other }) => {
    const key = { draft_key: crypto.randomUUID() }
    const mine = await propose(alone(), key)
    const theirs = await propose(alone(), key, { by: other })
    expect(theirs.status).toBe(201)
    expect(theirs.body.id).not.toBe(mine.body.id)
  })

  test('with a key that is none is refused', async () => {
    const { status, body } = await propose(alone(), { draft_key: 'one' })
    expect(status).toBe(422)
    expect(body.details).toMatchObject([{ path: 'draft_key' }])
  })
})

describe('an edit by the proposer', () => {
  test('cancels a waiting approval', async () => {
    const now = Date.now()
    const { body } = await propose(alone(), {}, { now })
    await moderate(body.id, 'approve', {}, now)
    const edited = await edit(body.id, eventDraft(alone(), { name: 'Renamed it' }), { now })
    expect(edited.body).toMatchObject({ name: 'Renamed it', status: 'pending', approve_at: null })
    await worker.tick(now + 120_000)
    expect((await worker.call('GET', `events/${body.slug}`)).status).toBe(404)
  })

  test('replaces the participants and leaves nothing of the old draft', async () => {
    const before = { participants: [{ display_name: 'One' }, { display_name: 'Two' }] }
    const { body } = await propose(alone(), { ...before, additional_info: 'old' })
    const after = { participants: [{ display_name: 'Three' }] }
    const edited = await edit(body.id, eventDraft(alone(), after))
    expect(edited.body.participants.map(({ display_name }) => display_name)).toEqual(['Three'])
    expect(edited.body.additional_info).toBeNull()
  })

  test('is refused once approved or disabled, and changes nothing then [ASVS 2.3.1]', async () => {
    for (const act of ['approve', 'disable']) {
      const { body } = await propose(alone(), { participants: [{ display_name: 'Guest' }] })
      await moderate(body.id, act, act === 'approve' ? { delay_seconds: 0 } : reasons)
      const read = () => worker.call('GET', `users/me/events/${body.id}`, { token: member.token })
      const before = (await read()).body
      const edited = await edit(body.id, eventDraft(alone()))
      expect([edited.status, edited.body.code]).toEqual([409, 'transition_not_allowed'])
      expect((await read()).body).toEqual(before)
    }
  })

  test('keeps the rules of a proposal [ASVS 2.2.3]', async () => {
    const { body } = await propose(alone())
    const late = eventDraft(Date.now() - day)
    expect((await edit(body.id, late)).status).toBe(422)
    expect((await edit(body.id, {})).status).toBe(422)
  })
})

describe('a near-duplicate', () => {
  async function expectSimilar(startAt: number, changes: Changes, to: ProposalView) {
    const refused = await propose(startAt, changes)
    expect([refused.status, refused.body.code]).toEqual([409, 'similar_events'])
    const details = refused.body.details as SimilarEvent[]
    expect(details.map(({ id }) => id)).toEqual([to.id])
    const confirmed = await propose(startAt, { ...changes, confirm_similar: true })
    expect(confirmed.status).toBe(201)
    expect(confirmed.body.similar.map(({ id }) => id)).toEqual([to.id])
    await moderate(confirmed.body.id, 'disable', reasons)
  }

  test('is one on the same account within six hours', async () => {
    const startAt = alone()
    const { body } = await propose(startAt, { streaming_account_name: 'SameChannel' })
    const same = { streaming_account_name: '@samechannel' }
    await expectSimilar(startAt + 6 * hour, same, body)
    await expectSimilar(startAt - 6 * hour, same, body)
    expect((await propose(startAt + 6 * hour + 1, same)).status).toBe(201)
    const elsewhere = { ...same, platform: 'youtube' }
    expect((await propose(startAt + 1, elsewhere)).status).toBe(201)
  })

  test('is one that shares a participant within six hours', async () => {
    const startAt = alone()
    const first = { participants: [{ display_name: 'The Guest' }, { display_name: 'Host' }] }
    const { body } = await propose(startAt, first)
    await expectSimilar(startAt + hour, { participants: [{ display_name: 'the guest' }] }, body)
  })

  test('is one of nearly the same name on the same day', async () => {
    const startAt = Math.floor(alone() / day) * day + hour
    const { body } = await propose(startAt, { name: 'Évènement caritatif 2026', timezone: 'UTC' })
    const alike = { name: 'EVENEMENT CARITATIF 2027 !', timezone: 'UTC' }
    await expectSimilar(startAt + 12 * hour, alike, body)
    expect((await propose(startAt + 24 * hour, alike)).status).toBe(201)
  })

  test('is none once the other is rejected or cancelled, and never is itself', async () => {
    const startAt = alone()
    const changes = { streaming_account_name: 'rejected_once' }
    const { body } = await propose(startAt, changes)
    expect((await edit(body.id, eventDraft(startAt, changes))).status).toBe(200)
    await moderate(body.id, 'reject', { reason_code: 'duplicate' })
    expect((await propose(startAt, changes)).status).toBe(201)
  })

  test('is shown to moderators, whoever confirmed it', async () => {
    const startAt = alone()
    const changes = { streaming_account_name: 'shown_twice' }
    const { body } = await propose(startAt, changes)
    await propose(startAt, { ...changes, confirm_similar: true })
    const { token } = moderator
    const seen = await worker.call<ProposalView>('GET', `admin/proposals/${body.id}`, { token })
    expect(seen.body.similar).toHaveLength(1)
  })
})

describe('a slug', () => {
  async function slugFor(name: string): Promise<string> {
    const { status, body } = await propose(alone(), { name })
    expect([name, status]).toEqual([name, 201])
    return body.slug
  }

  test('is ASCII of the name, however it is written', async () => {
    expect(await slugFor('Évènement « Zürich » № 5!')).toMatch(/^evenement-zurich-(no-)?5$/)
    expect(await slugFor('日本語の配信')).toMatch(/^event(-\d+)?$/)
    expect(await slugFor('🎉🎉🎉')).toMatch(/^event-\d+$/)
    expect(await slugFor('w'.repeat(120))).toBe('w'.repeat(80))
  })

  test('is never a word that the API keeps', async () => {
    for (const name of ['Count', 'Live', 'Groups', 'similar', 'MOST HYPED']) {
      expect(['count', 'live', 'groups', 'similar', 'most_hyped']).not.toContain(
        await slugFor(name),
      )
    }
  })

  test('is its own for every event of one name, also where another took the next number', async () => {
    const [last] = await worker.sql<{ id: number }>`select max(id) as id from events`
    const numbers = [2, 4, ...Array.from({ length: 9 }, (_, index) => (last?.id ?? 0) + 11 + index)]
    const names = numbers.map((number) => `Taken ${number}`)
    const slugs: string[] = []
    for (const name of [...names, 'Taken', 'Taken', 'Taken', 'Taken', 'Taken 2', 'w'.repeat(120)]) {
      slugs.push(await slugFor(name))
    }
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.every((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))).toBe(true)
    expect(slugs.every((slug) => slug.length <= 80)).toBe(true)
  })

  test('is unique when one name is proposed many times at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => propose(alone(), { name: 'All at once' })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(6)
  })

  test('stays when the name is edited', async () => {
    const { body } = await propose(alone(), { name: 'First name of it' })
    const edited = await edit(body.id, eventDraft(alone(), { name: 'Second name of it' }))
    expect(edited.body).toMatchObject({ slug: body.slug, name: 'Second name of it' })
  })
})

test('every event has the name of its series', async () => {
  expect(await listNamesWithoutSeriesName(worker)).toEqual([])
})
