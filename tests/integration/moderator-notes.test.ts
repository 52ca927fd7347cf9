import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { read } from '#worker/context.ts'
import { toCardDrawings } from '#worker/features/social-cards/card-content.ts'
import { selectApprovedEventDetails } from '#worker/features/social-cards/cards.ts'
import { sendEveryLane } from '#tests/support/drivers/lanes.ts'
import { listNotifications } from '#worker/features/notifications/inbox.ts'
import { DeliveryKind, notificationKinds } from '#worker/features/notifications/kinds.ts'
import { asMember } from '#tests/support/drivers/delivery-harness.ts'
import { startEveryKind, type EveryKind } from '#tests/support/drivers/every-kind.ts'
import { listOperations, type Operation } from '#tests/support/tables/api-document.ts'
import { fillPaths, memberPages, publicPages } from '#tests/support/tables/site-pages.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'

const note = 'For-moderators-only-4711'
const feeds = [
  '/feeds/events.ics',
  '/feeds/events.rss',
  '/feeds/events.atom',
  '/feeds/events.json',
  '/feeds/events/{event}.ics',
  '/embed/next',
  '/sitemap.xml',
]

let site: TestSite
let proposer: Member
let moderator: Member
let other: Member
let operations: Operation[]
let ids: Record<string, string>
beforeAll(async () => {
  site = await startTestSite({ demo: true })
  proposer = await createMember(site)
  other = await createMember(site)
  moderator = await createMember(site, { role: 'moderator' })
  await site.sql`update events set moderator_note = ${note}, proposer_id = ${proposer.userId}`
  const response = await fetch(`${site.url}/api/v1/openapi.json`)
  operations = (
    await listOperations({ fetch: () => Promise.resolve(response) } as unknown as Parameters<
      typeof listOperations
    >[0])
  ).filter(({ method }) => method === 'GET')
  const [row] = await site.sql<{ id: number; slug: string }>`select id, slug from events
    where status = 'approved' and end_at > ${Date.now()} order by hype_count desc`
  ids = { id: String(row?.id), slug: String(row?.slug), event: String(row?.id) }
})
afterAll(() => site.close())

async function isIn(path: string, member?: Member): Promise<boolean> {
  const headers = member && {
    Authorization: `Bearer ${member.token}`,
    Cookie: `access_token=${member.token}`,
  }
  const response = await fetch(site.url + path, { ...(headers && { headers }) })
  return (await response.text()).includes(note)
}

/** The calls that show the note, asked for a proposal by its id and its slug. */
async function callsShowingIt(member?: Member): Promise<string[]> {
  const shown = new Set<string>()
  for (const { name, path } of operations) {
    const keys = path.includes('{') ? (['id', 'slug'] as const) : (['id'] as const)
    for (const key of keys) {
      const filled = path.replace(/\{\w+\}/g, ids[key] ?? '')
      const query = name.endsWith('/proposals') ? '?status=all' : ''
      if (await isIn(`/api/v1${filled}${query}`, member)) shown.add(name)
    }
  }
  return [...shown].toSorted()
}

test('a note for moderators is in no public page, feed or page of another member', async () => {
  const paths = await fillPaths(site, [...publicPages, ...feeds])
  for (const path of paths) expect([path, await isIn(path)]).toEqual([path, false])
  for (const path of await fillPaths(site, memberPages))
    expect([path, await isIn(path, other)]).toEqual([path, false])
})

test('of all calls only those of the proposer and of moderators answer it', async () => {
  expect(await callsShowingIt()).toEqual([])
  expect(await callsShowingIt(other)).toEqual([])
  expect(await callsShowingIt(proposer)).toEqual([
    'GET /users/me/events',
    'GET /users/me/events/{id}',
    'GET /users/me/export',
  ])
  expect(await callsShowingIt(moderator)).toEqual([
    'GET /admin/proposals',
    'GET /admin/proposals/{id}',
  ])
})

describe('of an event with a note for moderators', () => {
  let every: EveryKind
  beforeAll(async () => void (every = await startEveryKind(Date.UTC(2027, 2, 1, 12))))
  afterAll(() => every.close())
  beforeEach(async () => {
    await every.begin()
    await every.outbox.database.query(
      `update events set moderator_note = '${note}', proposer_id = ${every.reader.userId}`,
    )
  })

  /** By mail, Discord, push and bell, as one text. */
  async function send(kind: DeliveryKind, payload?: object): Promise<string> {
    const { outbox, pushes, reader } = every
    await every.write(kind, payload)
    const { query } = outbox.database
    // Each goes by mail and push, whatever the member’s channels.
    for (const channel of ['email', 'push']) {
      await query(`insert or ignore into deliveries
          (key, user_id, channel, kind, event_id, payload, status, next_at, deadline_at, created_at)
        select key, user_id, '${channel}', kind, event_id, payload, 'pending', next_at, deadline_at,
          created_at from deliveries limit 1`)
    }
    await sendEveryLane(every.context())
    const mails = outbox.mail.taken()
    const bell = await listNotifications(outbox.contextFor(asMember(reader)), { limit: 10 })
    expect(mails).toHaveLength(1)
    return JSON.stringify([mails, outbox.discord.taken(), pushes, bell])
  }

  const sent = DeliveryKind.options.filter(
    (kind) => notificationKinds[kind].defaultChannels.length > 0,
  )
  test.each(sent)('%s says nothing of the note', async (kind) => {
    expect(await send(kind)).not.toContain(note)
  })

  test('a digest says nothing of it', async () => {
    const text = await send('new_event_followed', { events: [every.eventId], more: 0 })
    expect(text).toContain('Show')
    expect(text).not.toContain(note)
  })

  test('the share cards are drawn without it', async () => {
    const ctx = every.context()
    const { event } = await read(ctx, { event: selectApprovedEventDetails({ id: every.eventId }) })
    if (!event) throw new Error('no event')
    const { ground, words } = toCardDrawings(event)
    expect(words).toHaveLength(3)
    for (const drawing of words) expect(drawing).toContain('Show')
    expect([ground, ...words].join()).not.toContain(note)
  })
})
