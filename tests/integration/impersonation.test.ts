import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminStreamer, StreamerView } from '#worker/features/directory/streamers/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { insertAccount, insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let moderator: Member
test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
  const known = await insertStreamer(worker, 'Squeezie')
  await insertAccount(worker, known, 'squeezie')
  await insertFollows(worker, 'streamer', known, [moderator])
  await worker.hour(Date.now())
})

type Answer = MyStreamerView & ErrorEnvelope

const become = ({ token }: Member, display_name: string) =>
  worker.call<Answer>('POST', 'users/me/streamer', {
    token,
    body: { display_name, bio: 'Get prizes', links: ['https://evil.example/prize'] },
  })

async function listedNames(path: string): Promise<string> {
  return JSON.stringify((await worker.call('GET', path)).body)
}

describe('a profile that proves nothing', () => {
  const name = 'Prize Giver'
  let member: Member
  let id: number
  test.beforeAll(async () => {
    member = await createMember(worker)
    const { status, body } = await become(member, name)
    expect(status).toBe(201)
    id = body.streamer!.id
    // Followers of one's own making give it no place either.
    await insertFollows(worker, 'streamer', id, [await createMember(worker)])
  })

  const lists = [
    'streamers',
    'streamers?q=prize',
    'streamers?sort=name',
    'streamers/emerging',
    'search?q=prize%20giver',
  ]
  const page = async () => (await worker.fetch(`/streamers/${id}`)).text()
  const view = async () => worker.get<StreamerView>(`streamers/${id}`)

  test('is not listed, searched or indexed, has no links, and is marked', async () => {
    for (const path of lists) expect(await listedNames(path)).not.toContain(name)
    for (const path of ['/streamers?q=prize', '/search?q=prize+giver', '/sitemaps/streamers-1.xml'])
      expect(await (await worker.fetch(path)).text()).not.toContain(`streamers/${id}"`)
    expect(await view()).toMatchObject({ is_unverified: true, links: [] })
    const html = await page()
    expect(html).toContain('<meta name="robots" content="noindex"')
    expect(html).toContain('Not verified')
    expect(html).not.toContain('evil.example')
    const french = await (await worker.fetch(`/fr/streamers/${id}`)).text()
    expect(french).toContain('Non vérifié')
    expect(await (await worker.fetch(`/es/streamers/${id}`)).text()).toContain('Sin verificar')
  })

  test.each(['a verified channel', 'an approved event that names them'])(
    'is like any other with %s',
    async (proof) => {
      const event = proof.includes('event') && (await createEvent(worker, { streamerIds: [id] }))
      if (!event) await insertAccount(worker, id, 'prize_giver', { isVerified: true })
      expect(await listedNames('streamers?q=prize')).toContain(name)
      expect(await listedNames('search?q=prize%20giver')).toContain(name)
      expect(await view()).toMatchObject({
        is_unverified: false,
        links: ['https://evil.example/prize'],
      })
      expect(await page()).not.toContain('noindex')
      if (event) await worker.sql`delete from events where id = ${event.id}`
      else await worker.sql`delete from streaming_accounts where streamer_id = ${id}`
      expect(await view()).toMatchObject({ is_unverified: true })
    },
  )

  test('stays unproven with a channel that was typed, whoever has events there', async () => {
    await insertAccount(worker, id, 'famous_channel')
    await createEvent(worker, { streamingAccountName: 'famous_channel' })
    expect(await view()).toMatchObject({ is_unverified: true })
    expect(await listedNames('streamers?q=famous')).not.toContain(name)
  })
})

describe('no member may call their profile', () => {
  test.each([
    'Squeezie',
    'SQUEEZIE',
    'Ѕquееzіе',
    'Squeez1e',
    'Squeezie ✔️ Official',
    'Hypecal',
    'Hypecal Team',
    'admin',
  ])('%s, now or later', async (name) => {
    const member = await createMember(worker)
    const refused = await become(member, name)
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('display_name')
    expect((await become(member, `Somebody ${member.userId}`)).status).toBe(201)
    const renamed = await worker.call<Answer>('PATCH', 'users/me/streamer', {
      token: member.token,
      body: { display_name: name },
    })
    expect(renamed.status).toBe(422)
    const [row] = await worker.sql`select display_name as name from streamers
      where user_id = ${member.userId}`
    expect(row).toEqual({ name: `Somebody ${member.userId}` })
  })

  test('a name that only an unproven profile has is free', async () => {
    const [first, second] = [await createMember(worker), await createMember(worker)]
    const { body } = await become(first, 'Twin Name')
    await insertFollows(worker, 'streamer', body.streamer!.id, [moderator])
    expect((await become(second, 'Twin Name')).status).toBe(201)
  })
})

test('an owner who proved the channel takes the name of its streamer', async () => {
  const owner = await createMember(worker)
  await worker.sql`insert into identities (user_id, provider, provider_user_id, name, created_at)
    values (${owner.userId}, 'twitch', 'squeezie-id', 'squeezie', 0)`
  const { status, body } = await become(owner, 'Squeezie')
  expect([status, body.items[0]?.is_verified]).toEqual([201, true])
})

test('the hourly job reads existing names; the panel lists those of others, none is renamed', async () => {
  const famous = await insertStreamer(worker, 'Ibai')
  await insertAccount(worker, famous, 'ibai')
  await insertFollows(worker, 'streamer', famous, [moderator])
  for (const name of ['Іbai', 'Hypecal Support', 'Perfectly Fine']) {
    await insertStreamer(worker, name, (await createMember(worker)).userId)
  }
  await worker.hour(Date.now())
  const body = await worker.get<{ items: AdminStreamer[] }>('admin/streamers?show=name', {
    token: moderator.token,
  })
  expect(body.items.map(({ display_name }) => display_name).toSorted()).toEqual([
    'Hypecal Support',
    'Іbai',
  ])
})
