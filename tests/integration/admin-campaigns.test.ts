import { describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  CampaignPreview,
  CampaignRecipients,
  CampaignSummary,
  CampaignView,
} from '#worker/features/notifications/campaigns/contract.ts'
import { insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import {
  type Member,
  callAs,
  createMember,
  consentToMarketing,
} from '#tests/support/factories/members.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'
let admin: Member
let reader: Member

test.beforeAll(async () => {
  admin = await createMember(worker, { role: 'admin' })
  reader = await createMember(worker, { language: 'fr' })
})

type Refusal = { code: string; details: { path: string }[] & { revision?: number } }
function call<Body = Refusal>(method: string, path: string, body?: unknown) {
  return callAs<Body>(worker, admin, method, `admin/campaigns${path}`, { body })
}

const nothing = { subject: '', markdown: '' }
const french = { subject: 'Bonjour', markdown: 'Salut [ici](/events)' }
let count = 0
function draft(changes: object = {}) {
  count += 1
  return {
    name: `Campaign ${count}`,
    texts: { en: nothing, es: nothing, fr: french },
    audience: { languages: [], streamer_ids: [], game_ids: [] },
    falls_back_to_english: false,
    ...changes,
  }
}

async function create(changes: object = {}): Promise<CampaignView> {
  const answer = await call<CampaignView>('POST', '', draft(changes))
  expect(answer.status).toBe(201)
  return answer.body
}

async function consent(marketingOptIn: 0 | 1): Promise<void> {
  await worker.sql`update users set is_marketing = ${marketingOptIn} where id = ${reader.userId}`
  await worker.sql`delete from marketing_consents where user_id = ${reader.userId}`
  if (marketingOptIn === 1) await consentToMarketing(worker, reader)
}

describe('a draft', () => {
  test('keeps its texts, audience and the names of what is followed', async () => {
    const game = await insertGame(worker, 'Chess')
    const audience = { languages: ['fr'], streamer_ids: [], game_ids: [game] }
    const made = await create({ audience, falls_back_to_english: true })
    expect(made).toMatchObject({
      status: 'draft',
      languages: ['fr'],
      revision: 0,
      audience: { languages: ['fr'], streamers: [], games: [{ id: game, name: 'Chess' }] },
      falls_back_to_english: true,
      started_at: null,
    })
    expect((await call<CampaignView>('GET', `/${made.id}`)).body).toEqual(made)
  })

  test.each([
    ['name', { name: ' ' }],
    [
      'texts.fr.subject',
      { texts: { en: nothing, es: nothing, fr: { ...french, subject: 'x'.repeat(151) } } },
    ],
    [
      'texts.es.markdown',
      { texts: { en: nothing, es: { ...nothing, markdown: 'x'.repeat(20_001) }, fr: french } },
    ],
    ['audience.languages.0', { audience: { languages: ['de'], streamer_ids: [], game_ids: [] } }],
    ['audience.game_ids', { audience: { languages: [], streamer_ids: [], game_ids: [99_999] } }],
    [
      'audience.streamer_ids',
      { audience: { languages: [], streamer_ids: [99_999], game_ids: [] } },
    ],
  ])('that is wrong is refused beside %s', async (path, changes) => {
    const answer = await call('POST', '', draft(changes))
    expect(answer.status).toBe(422)
    expect(answer.body.details.map((one) => one.path)).toEqual([path])
  })

  test('is saved upon the revision that was read alone', async () => {
    const { id } = await create()
    const body = { ...draft(), revision: 0 }
    expect((await call<CampaignView>('PUT', `/${id}`, body)).body.revision).toBe(1)
    const late = await call('PUT', `/${id}`, { ...draft(), revision: 0 })
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(late.body.details).toMatchObject({ by: admin.username, revision: 1 })
  })

  test('has a name of its own', async () => {
    const [one, other] = [await create(), await create()]
    const body = { ...draft({ name: one.name }), revision: 0 }
    expect((await call('PUT', `/${other.id}`, body)).body.code).toBe('campaign_name_taken')
  })

  test('goes on naming what was merged into another, once', async () => {
    const [from, into] = [await insertGame(worker, 'Tetris I'), await insertGame(worker, 'Tetris')]
    const streamers = [await insertStreamer(worker, 'One'), await insertStreamer(worker, 'Two')]
    const audience = { languages: [], streamer_ids: [streamers[0]], game_ids: [from, into] }
    const { id } = await create({ audience })
    for (const [kind, gone, kept] of [
      ['games', from, into],
      ['streamers', ...streamers],
    ] as const) {
      const merged = await callAs(worker, admin, 'POST', `admin/${kind}/${gone}/merge`, {
        body: { into: kept },
      })
      expect(merged.status).toBe(200)
    }
    expect((await call<CampaignView>('GET', `/${id}`)).body.audience).toEqual({
      languages: [],
      streamers: [{ id: streamers[1], name: 'Two' }],
      games: [{ id: into, name: 'Tetris' }],
    })
  })

  test('is not meant for everybody because nobody that it names is left', async () => {
    const game = await insertGame(worker, 'Short-lived')
    const made = draft({ audience: { languages: [], streamer_ids: [], game_ids: [game] } })
    const { id } = (await call<CampaignView>('POST', '', made)).body
    await worker.sql`delete from games where id = ${game}`
    const { audience } = (await call<CampaignView>('GET', `/${id}`)).body
    expect(audience.games).toEqual([{ id: game, name: `#${game}` }])
    const answer = await call('PUT', `/${id}`, { ...made, name: 'Renamed', revision: 0 })
    expect(answer.body.details.map(({ path }) => path)).toEqual(['audience.game_ids'])
  })

  test('is shown as the mail will look', async () => {
    const text = {
      language: 'fr',
      subject: 'A <b>',
      markdown: '<script>x</script>\n\n[ici](/events)',
    }
    const { body } = await call<CampaignPreview>('POST', '/preview', text)
    expect(body.html).toContain('A &lt;b&gt;')
    expect(body.html).not.toContain('<script')
    expect(body.html).toMatch(/href="http[^"]+\/fr\/events"/)
    expect(body.text).toContain('/fr/events')
  })
})

describe('a campaign', () => {
  const half = { en: { ...nothing, subject: 'Hello' }, es: nothing, fr: french }
  test.each<[string, object, string]>([
    ['without a text', { texts: { en: nothing, es: nothing, fr: nothing } }, 'texts'],
    ['with half a text', { texts: half }, 'texts.en.markdown'],
  ])('%s is not sent', async (_, changes, path) => {
    const { id } = await create(changes)
    const answer = await call('POST', `/${id}/send`, { revision: 0 })
    expect([answer.status, answer.body.details[0]?.path]).toEqual([422, path])
  })

  test('that nobody would get, or that was changed, is not sent', async () => {
    await consent(0)
    const { id } = await create()
    const empty = await call('POST', `/${id}/send`, { revision: 0 })
    expect(empty.body.code).toBe('campaign_no_recipients')
    const other = await call('POST', `/${id}/send`, { revision: 3 })
    expect(other.body.code).toBe('changed_meanwhile')
    expect((await call('POST', `/${id}/stop`)).body.code).toBe('campaign_not_sending')
  })

  test('is counted, sent, reported, and ended by its link in one click', async () => {
    await consent(1)
    const { id } = await create()
    const audience = { ...draft(), languages: ['fr'] }
    const counted = await call<CampaignRecipients>('POST', '/recipients', audience)
    expect(counted.body).toMatchObject({ total: 1, by_language: { fr: 1 } })
    await call('POST', `/${id}/send`, { revision: 0 })
    const inbox = () => worker.mails(reader.email)
    const mail = await waitFor(async () => (await inbox())[0], 'the mail')
    expect(mail.subject).toBe('Bonjour')
    for (const [method, body] of [
      ['PUT', { ...draft(), revision: 0 }],
      ['DELETE', undefined],
    ] as const) {
      expect((await call(method, `/${id}`, body)).body.code).toBe('campaign_not_draft')
    }
    const link = /https?:\/\/[^\s]+\/unsubscribe\/\S+/.exec(mail.text)?.[0] ?? ''
    const { pathname } = new URL(link)
    expect(pathname).toMatch(/^\/fr\/unsubscribe\//)
    const asked = await (await worker.fetch(pathname)).text()
    expect(asked).toContain('actualités')
    const flag = () =>
      worker.sql`select is_marketing as flag from users where id = ${reader.userId}`
    expect(await flag()).toEqual([{ flag: 1 }])
    const done = await worker.fetch(pathname, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(done.status).toBe(200)
    expect(await flag()).toEqual([{ flag: 0 }])
    const after = await call<CampaignView>('GET', `/${id}`)
    expect(after.body).toMatchObject({
      status: 'sent',
      counts: { recipients: 1, sent: 1, failed: 0, skipped: 0, unsubscribed: 1 },
    })
    const tampered = pathname.replace(/marketing_\d+/, 'marketing_99')
    expect((await worker.fetch(tampered, { method: 'POST' })).status).toBe(404)
  })

  test('is listed by status, name and order', async () => {
    await worker.sql`delete from campaigns`
    const [b, a] = [await create({ name: 'Beta' }), await create({ name: 'Alpha' })]
    await worker.sql`update campaigns set status = 'stopped' where id = ${b.id}`
    const ids = async (more: string) => {
      const { body } = await call<AdminPage<CampaignSummary>>('GET', `?${more}`)
      return [body.total, ...body.items.map(({ id }) => id)]
    }
    expect(await ids('sort=name')).toEqual([2, a.id, b.id])
    expect(await ids('status=stopped')).toEqual([1, b.id])
    expect(await ids('q=alp')).toEqual([1, a.id])
    expect(await ids('status=sending')).toEqual([0])
  })
})
