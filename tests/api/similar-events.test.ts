import { expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SimilarEventsView } from '#worker/features/moderation/proposals/similar-events-contract.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { callAs, createMember, type Member } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let member: Member
test.beforeAll(async () => {
  member = await createMember(worker)
})

type Facts = Parameters<typeof createEvent>[1]
const noon = Math.floor(Date.now() / day) * day + 12 * hour

/** An event on a channel of its own, three hours long. */
async function place(name: string, startAt: number, facts: Facts = {}): Promise<number> {
  const times = { startAt, endAt: startAt + 3 * hour }
  const channel = { platform: 'twitch', streamingAccountName: 'thechannel' } as const
  return (await createEvent(worker, { name, ...times, ...channel, ...facts })).id
}

function look(facts: Record<string, string>, by = member) {
  const channel = { platform: 'twitch', streaming_account_name: 'TheChannel' }
  const asked = new URLSearchParams({ ...channel, ...facts })
  const path = `users/me/similar_events?${asked}`
  return callAs<SimilarEventsView & ErrorEnvelope>(worker, by, 'GET', path)
}

const at = (time: number) => new Date(time).toISOString()
const namesOf = ({ body }: Awaited<ReturnType<typeof look>>) => body.items.map(({ name }) => name)

test('a channel alone finds what it has to come, the next first, and nothing that is over', async () => {
  await place('Over', noon - 3 * day)
  await place('Later', noon + 5 * day)
  await place('Sooner', noon + 2 * day)
  await place('Called off', noon + 3 * day, { cancelledAt: Date.now() })
  await place('Refused', noon + 3 * day, { status: 'rejected' })
  await place('Elsewhere', noon + 2 * day, { streamingAccountName: 'another' })
  await place('On YouTube', noon + 2 * day, { platform: 'youtube' })
  const before = worker.trips()
  const found = await look({})
  expect(worker.trips() - before).toBe(1)
  expect([found.status, namesOf(found)]).toEqual([200, ['Sooner', 'Later']])
  expect(namesOf(await look({ streaming_account_name: '@THECHANNEL' }))).toEqual([
    'Sooner',
    'Later',
  ])
})

test('with a start it finds the channel’s events of that day and names much alike', async () => {
  const startAt = noon + 40 * day
  await place('The morning show', startAt - 10 * hour)
  await place('The day before', startAt - 20 * hour)
  await place('The Great Gala 2027', startAt + 2 * hour, { streamingAccountName: 'fans' })
  await place('Something else', startAt, { streamingAccountName: 'strangers' })
  const found = await look({ name: 'the great gala', start: at(startAt), timezone: 'UTC' })
  expect(namesOf(found)).toEqual(['The Great Gala 2027', 'The morning show'])
})

test('a channel is called as its streamer, and by its account while that is unknown', async () => {
  await insertAccount(worker, await insertStreamer(worker, 'Luna Moon'), 'luna_live')
  await place('Known', noon + 50 * day, { streamingAccountName: 'luna_live' })
  await place('Unknown', noon + 50 * day, { streamingAccountName: 'somebody' })
  const nameOn = async (account: string) =>
    (await look({ streaming_account_name: account })).body.items[0]?.channel_name
  expect([await nameOn('luna_live'), await nameOn('somebody')]).toEqual(['Luna Moon', 'somebody'])
})

test('another’s pending proposal is found without its name', async () => {
  const startAt = noon + 60 * day
  const facts = { status: 'pending', streamingAccountName: 'waiting', approvedAt: null } as const
  const id = await place('Not public yet', startAt, facts)
  const channel = { streaming_account_name: 'waiting' }
  expect((await look(channel)).body.items).toMatchObject([{ id, name: null, slug: null }])
  await worker.sql`update events set proposer_id = ${member.userId} where id = ${id}`
  expect((await look(channel)).body.items).toMatchObject([{ id, name: 'Not public yet' }])
})

test.each([
  ['platform', { platform: 'nosuch' }],
  ['streaming_account_name', { streaming_account_name: `' or 1=1 --` }],
  ['start', { start: 'tomorrow' }],
  ['timezone', { start: at(noon), timezone: 'Nowhere' }],
  ['name', { name: 'x'.repeat(121) }],
] as const)('a query is refused at %s with %j', async (path, wrong) => {
  const { status, body } = await look(wrong)
  expect([status, body.details]).toMatchObject([422, [{ path }]])
})
