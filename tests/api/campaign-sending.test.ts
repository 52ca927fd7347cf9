import { operator } from '#worker/contracts/operator.ts'
import { beforeEach, describe, expect } from 'vitest'
import type { Admin, Member, System, Visitor } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import {
  confirmMarketing,
  isMarketingConfirmed,
} from '#worker/features/accounts/confirm-marketing.ts'
import { setMarketingConsent, updateSettings } from '#worker/features/accounts/settings.ts'
import { getCampaign, previewCampaign } from '#worker/features/notifications/campaigns/campaigns.ts'
import type {
  CampaignInput,
  CampaignRecipients,
  CampaignView,
} from '#worker/features/notifications/campaigns/contract.ts'
import { createCampaign } from '#worker/features/notifications/campaigns/edit-campaigns.ts'
import {
  campaignPageSize,
  fanOutCampaign,
} from '#worker/features/notifications/campaigns/fan-out.ts'
import {
  countRecipients,
  sendCampaign,
  stopCampaign,
  testCampaign,
} from '#worker/features/notifications/campaigns/send-campaigns.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import { retryFailedDeliveries } from '#worker/features/operations/failed-deliveries.ts'
import { unsubscribe } from '#worker/features/notifications/preferences/unsubscribe.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import { asMember, type Account, type Stop } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'

const now = Date.UTC(2027, 2, 1, 12)
const visitor: Visitor = { kind: 'visitor' }
const clock: System = { kind: 'system' }
let admin: Account
let people: Record<string, Account>

/** An act for each who wants marketing mail. */
const proveConsents = `insert into marketing_consents (user_id, at, is_given, way, text)
  select id, 0, 1, 'switch', 'Yes' from users where is_marketing = 1`

async function set(name: string, facts: string): Promise<void> {
  await outbox.database.query(`update users set ${facts} where username = '${name}'`)
}

const test = testAt(now)

test.beforeAll(async () => {
  admin = await outbox.addPerson('admin', { role: 'admin' })
  const names = [
    'english',
    'french',
    'spanish',
    'other',
    'unchosen',
    'refusing',
    'unproved',
    'gone',
  ]
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await outbox.addPerson(name)] as const)),
  )
  await outbox.database.query(`insert into games (id, slug, name, name_key, created_at)
    values (1, 'game', 'Game', 'game', 0), (2, 'none', 'None', 'none', 0)`)
  await outbox.database
    .query(`insert into streamers (id, display_name, name_key, language, created_at)
    values (1, 'Streamer', 'streamer', 'fr', 0)`)
  await outbox.database.query(`insert into game_follows (user_id, game_id, created_at)
    values (${people['spanish']?.userId}, 1, 0)`)
  await outbox.database.query(`insert into streamer_follows (user_id, streamer_id, created_at)
    values (${people['french']?.userId}, 1, 0)`)
})

beforeEach(async () => {
  outbox.now += hour
  outbox.queue.length = 0
  outbox.mail.arrivals.length = 0
  outbox.mail.fault = undefined
  await outbox.database.query('delete from deliveries')
  await outbox.database.query('delete from campaigns')
  await outbox.database.query(`delete from users where username like 'crowd%'`)
  await outbox.database
    .query(`update users set is_marketing = 1, is_active = 1, email_verified_at = 1,
    interface_language = 'en', quiet_from = null, quiet_to = null where username <> 'admin'`)
  await set('french', `interface_language = 'fr'`)
  await set('spanish', `interface_language = 'es'`)
  await outbox.database.query('delete from marketing_consents')
  await outbox.database.query(proveConsents)
  await set('unchosen', 'is_marketing = null')
  await set('refusing', 'is_marketing = 0')
  await set('unproved', 'email_verified_at = null')
  await set('gone', 'is_active = 0')
})

const asAdmin = () => outbox.contextFor(asMember(admin, 'admin') as Admin)

const noFacts = { purpose: null, applies_on: null }
const nothing = { subject: '', markdown: '' }
function draft(changes: Partial<CampaignInput> = {}): CampaignInput {
  return {
    name: 'Spring',
    texts: {
      en: { subject: 'Hello', markdown: 'Hi' },
      es: { subject: 'Hola', markdown: 'Buenas' },
      fr: { subject: 'Bonjour', markdown: 'Salut' },
    },
    audience: { languages: [], streamer_ids: [], game_ids: [] },
    falls_back_to_english: false,
    ...noFacts,
    ...changes,
  }
}

async function begin(changes: Partial<CampaignInput> = {}): Promise<CampaignId> {
  const { id } = await createCampaign(asAdmin(), draft(changes))
  await sendCampaign(asAdmin(), id as CampaignId, { revision: 0 })
  return id as CampaignId
}

function count(changes: Partial<CampaignInput> = {}): Promise<CampaignRecipients> {
  const { texts, ...input } = draft(changes)
  const languages = acceptedLocales.filter((one) => texts[one].subject !== '')
  return countRecipients(asAdmin(), { ...input, languages })
}

function received(): Record<string, string> {
  const mails = outbox.mail.taken().map(({ body }) => {
    const [to = ''] = body['to'] as string[]
    return [to.split('@')[0] ?? '', String(body['subject'])]
  })
  return Object.fromEntries(mails) as Record<string, string>
}

async function addCrowd(count: number): Promise<void> {
  await outbox.database.query(`insert into users (username, username_key, email, email_key,
      email_verified_at, role, interface_language, is_marketing, timezone_name, created_at)
    select 'crowd' || value, 'crowd' || value, 'crowd' || value || '@example.com',
      'crowd' || value, 1, 'member', 'en', 1, 'Europe/Paris', 0
    from json_each('${JSON.stringify(Array.from({ length: count }, (_, index) => index))}')`)
  await outbox.database.query(proveConsents)
}

const view = (id: CampaignId): Promise<CampaignView> => getCampaign(asAdmin(), id)

/** The minute job, later each time, until nothing is left. */
async function runOut(times = 1): Promise<void> {
  for (let round = 0; round < 12; round += 1) {
    outbox.now += 10 * minute
    await outbox.minute(times)
    await outbox.drain(times)
  }
}

test('a block shows its event as it is, and one that names none is refused', async () => {
  const startAt = now + 24 * hour
  await createEvent(outbox, { slug: 'gala', name: 'Gala', startAt })
  const withText = (markdown: string) =>
    draft({ texts: { en: { subject: 'Hello', markdown }, es: nothing, fr: nothing } })
  const fault = (msg: string) => ({
    code: 'validation_failed',
    msg,
    details: [{ path: 'texts.en.markdown', msg }],
  })
  await expect(createCampaign(asAdmin(), withText('{{event:gale}}'))).rejects.toMatchObject(
    fault('There’s no event “gale” on the agenda.'),
  )
  await expect(createCampaign(asAdmin(), withText('See {{event:gala}}.'))).rejects.toMatchObject(
    fault('Put {{event:gala}} on a line of its own.'),
  )
  const text = { language: 'en' as const, subject: 'Hello', ...noFacts }
  await expect(
    previewCampaign(asAdmin(), { ...text, markdown: '{{event:gale}}' }),
  ).rejects.toMatchObject({ msg: 'There’s no event “gale” on the agenda.' })
  const shown = await previewCampaign(asAdmin(), { ...text, markdown: '{{event:gala}}' })
  expect(shown.text).toContain('Gala\nTuesday, March 2')
  await begin(withText('Hi\n\n{{event:gala}}'))
  await outbox.database.query(`update events set name = 'Grand gala'`)
  await runOut()
  const [mail] = outbox.mail.taken()
  expect(mail?.body['text']).toContain('Grand gala\nTuesday, March 2 at 1:00 PM (Paris time)')
  expect(mail?.body['html']).toContain('href="https://hypecal.test/events/gala"')
})

test('one that a partner pays for says so in its subject, and every one who sends it', async () => {
  const en = { subject: 'Headset', markdown: 'Cheaper.', partner: 'Acme' }
  await begin({ texts: { en, es: nothing, fr: nothing } })
  await runOut()
  const [mail] = outbox.mail.taken()
  expect(mail?.body['subject']).toBe('[Ad] Headset')
  expect(mail?.body['text']).toMatch(/Ad, paid for by Acme\n\nCheaper\./)
  expect(mail?.body['text']).toContain(`${operator.legalName}, ${operator.address.join(', ')}`)
  expect(mail?.body['text']).toContain('https://hypecal.test/legal-notice')
})

describe('a campaign goes to', () => {
  test('verified members who agreed, each in their language, once', async () => {
    const id = await begin()
    await outbox.drain(3)
    await runOut(2)
    expect(received()).toEqual({
      english: 'Hello',
      other: 'Hello',
      french: 'Bonjour',
      spanish: 'Hola',
    })
    expect(outbox.mail.arrivals).toHaveLength(4)
    expect(await view(id)).toMatchObject({
      status: 'sent',
      counts: { recipients: 4, sent: 4, failed: 0, skipped: 0, unsubscribed: 0 },
    })
  })

  test.each<[string, Partial<CampaignInput['audience']>, string[]]>([
    ['readers of one language', { languages: ['fr'] }, ['french']],
    ['readers of two', { languages: ['fr', 'es'] }, ['french', 'spanish']],
    ['followers of a game', { game_ids: [1 as never] }, ['spanish']],
    [
      'followers of a game or a streamer',
      { game_ids: [1 as never], streamer_ids: [1 as never] },
      ['french', 'spanish'],
    ],
    [
      'followers in a language',
      { languages: ['es'], game_ids: [1 as never], streamer_ids: [1 as never] },
      ['spanish'],
    ],
  ])('%s alone', async (_, changes, expected) => {
    const audience = { ...draft().audience, ...changes }
    await begin({ audience })
    expect((await count({ audience })).total).toBe(expected.length)
    await outbox.drain()
    expect(Object.keys(received()).toSorted()).toEqual(expected)
  })

  test('nobody whose language has no text, and says how many they are', async () => {
    const changes = { texts: { ...draft().texts, fr: nothing } }
    await begin(changes)
    expect(await count(changes)).toMatchObject({
      total: 3,
      by_language: { en: 2, es: 1, fr: 0 },
      left_out: { en: 0, es: 0, fr: 1 },
    })
    await outbox.drain()
    expect(received()).not.toHaveProperty('french')
  })

  test('nobody without an act, and says how many they are', async () => {
    await outbox.database.query(`delete from marketing_consents
      where user_id = ${people['french']?.userId}`)
    await begin()
    expect(await count()).toMatchObject({ total: 3, unproved: 1 })
    await outbox.drain()
    expect(received()).not.toHaveProperty('french')
  })

  test('nobody after Start alone, who confirms after the link, nobody after switching off', async () => {
    await outbox.database.query('delete from marketing_consents')
    await set('french', 'marketing_asked_at = null')
    const french = () => outbox.contextFor(asMember(people['french']!, 'member') as Member)
    const open = () => outbox.contextFor(visitor)
    await updateSettings(french(), { is_marketing: true })
    await updateSettings(french(), { is_marketing: true })
    await expect(begin()).rejects.toMatchObject({ code: 'campaign_no_recipients' })
    await outbox.drain()
    const asked = outbox.mail.taken()
    expect(asked).toHaveLength(1)
    const token = /\/fr\/marketing\/([\w-]+)/.exec(String(asked[0]?.body['text']))?.[1] ?? ''
    outbox.mail.arrivals.length = 0
    await outbox.database.query('delete from campaigns')

    expect(await isMarketingConfirmed(open(), token)).toBe(false)
    await confirmMarketing(open(), token)
    await confirmMarketing(open(), token)
    expect(await isMarketingConfirmed(open(), token)).toBe(true)
    await expect(confirmMarketing(open(), `${token}x`)).rejects.toMatchObject({ kind: 'not_found' })
    await begin()
    await outbox.drain()
    expect(Object.keys(received())).toEqual(['french'])
    await outbox.database.query('delete from campaigns')

    await setMarketingConsent(french(), { is_marketing: false })
    await expect(begin()).rejects.toMatchObject({ code: 'campaign_no_recipients' })
    await expect(confirmMarketing(open(), token)).rejects.toMatchObject({ kind: 'not_found' })
    await setMarketingConsent(french(), { is_marketing: true })
    const acts = await outbox.database.query<{ is_given: number; way: string; text: string }>(
      'select is_given, way, text from marketing_consents order by id',
    )
    expect(acts.map(({ is_given, way }) => [is_given, way])).toEqual([
      [1, 'mailed_link'],
      [0, 'switch'],
      [1, 'switch'],
    ])
    expect(acts[0]?.text).not.toBe('')
  })

  test('them under a subject of one line', async () => {
    const en = { subject: 'Hello\r\nBcc: thief@example.com', markdown: 'Hi' }
    await begin({ texts: { ...draft().texts, en } })
    await outbox.drain()
    expect(received()['english']).toBe('Hello Bcc: thief@example.com')
  })

  test('them in English where the administrator says so', async () => {
    const changes = { texts: { ...draft().texts, fr: nothing }, falls_back_to_english: true }
    expect(await count(changes)).toMatchObject({ total: 4, by_language: { fr: 1 } })
    await begin(changes)
    await outbox.drain()
    expect(received()['french']).toBe('Hello')
  })

  test('nobody who may not get it is told so before it is sent', async () => {
    const audience = { ...draft().audience, game_ids: [2 as never] }
    await expect(begin({ audience })).rejects.toMatchObject({ code: 'campaign_no_recipients' })
  })
})

describe('a campaign is sent exactly once to each', () => {
  const size = campaignPageSize + 30

  test('in pages of three statements at most, with every message repeated', async () => {
    await addCrowd(size)
    const id = await begin()
    await outbox.drain(2)
    await runOut()
    expect((await view(id)).counts).toMatchObject({ recipients: size + 4, sent: size + 4 })
    expect(outbox.mail.arrivals).toHaveLength(size + 4)
  })

  test('when messages are lost', async () => {
    await addCrowd(size)
    const id = await begin()
    outbox.queue.length = 0
    await runOut()
    expect((await view(id)).counts.sent).toBe(size + 4)
    expect(outbox.mail.arrivals).toHaveLength(size + 4)
  })

  const stops = [1, 2, 3, 4, 5].flatMap((call): Stop[] => [
    { call, moment: 'before' },
    { call, moment: 'after' },
  ])
  test.each(stops)('when the process stops $moment its database call $call', async (stop) => {
    const id = await begin()
    await outbox
      .stopAt(stop, () => outbox.drain())
      .catch((error: unknown) => {
        // With fewer calls there is nothing to stop at.
        if (!String(error).includes('it ended before')) throw error
      })
    outbox.stop = undefined
    await runOut(2)
    // A mail that left before the process stopped is asked for again under its key.
    expect(outbox.mail.taken()).toHaveLength(4)
    expect((await view(id)).counts).toMatchObject({ recipients: 4, sent: 4 })
  })
})

describe('what has changed since', () => {
  test.each([
    ['took the consent back', 'is_marketing = 0'],
    ['lost the verification', 'email_verified_at = null'],
    ['was deactivated', 'is_active = 0'],
  ])('keeps a mail from a member who %s', async (_, facts) => {
    const id = await begin()
    outbox.queue.length = 0
    await fanOutCampaign(outbox.contextFor(clock), { type: 'fan_out_campaign', campaignId: id })
    await set('other', facts)
    await outbox.drain()
    expect(Object.keys(received()).toSorted()).toEqual(['english', 'french', 'spanish'])
    expect((await view(id)).counts).toMatchObject({ recipients: 4, sent: 3, skipped: 1 })
  })

  test('keeps the mails of a stopped campaign from leaving', async () => {
    const id = await begin()
    await stopCampaign(asAdmin(), id)
    await runOut()
    expect(outbox.mail.arrivals).toEqual([])
    expect(await view(id)).toMatchObject({ status: 'stopped', counts: { sent: 0 } })
    await expect(sendCampaign(asAdmin(), id, { revision: 0 })).rejects.toMatchObject({
      code: 'campaign_not_draft',
    })
  })

  test('stops what already waits in the outbox', async () => {
    const id = await begin()
    outbox.mail.fault = { status: 503 }
    await outbox.drain()
    await stopCampaign(asAdmin(), id)
    outbox.mail.fault = undefined
    await runOut()
    expect(outbox.mail.taken()).toEqual([])
    const { counts, status } = await view(id)
    expect([status, counts.sent, counts.failed + counts.skipped]).toEqual(['stopped', 0, 4])
  })

  test('waits for the end of quiet hours', async () => {
    await set('other', 'quiet_from = 0, quiet_to = 1439')
    const id = await begin()
    await outbox.drain()
    expect(received()).not.toHaveProperty('other')
    expect(await view(id)).toMatchObject({ status: 'sending', counts: { sent: 3 } })
    await set('other', 'quiet_from = null, quiet_to = null')
    outbox.now += 24 * hour
    await outbox.minute()
    expect(await view(id)).toMatchObject({ status: 'sent', counts: { sent: 4 } })
  })

  test('counts what the mail service refuses as failed, which can be sent again', async () => {
    outbox.mail.fault = { status: 422 }
    const id = await begin()
    await outbox.drain()
    expect(await view(id)).toMatchObject({ status: 'sent', counts: { sent: 0, failed: 4 } })
    outbox.mail.fault = undefined
    await retryFailedDeliveries(asAdmin(), { reason: 'rejected' })
    await outbox.drain()
    expect(await view(id)).toMatchObject({ status: 'sent', counts: { sent: 4, failed: 0 } })
  })
})

function linkOf(name: string): string {
  const mail = outbox.mail.taken().find(({ body }) => String(body['to']).startsWith(name))
  const headers = mail?.body['headers'] as Record<string, string> | undefined
  return /unsubscribe\/([^>]+)>/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? ''
}

describe('the link that stops it', () => {
  test('takes the consent back, counts once, and leaves the switches alone', async () => {
    const id = await begin()
    await outbox.drain()
    const ctx = outbox.contextFor(visitor)
    await unsubscribe(ctx, linkOf('french'))
    await unsubscribe(ctx, linkOf('french'))
    expect((await view(id)).counts.unsubscribed).toBe(1)
    const stored = await outbox.database.query(
      `select is_marketing as flag, (select count(*) from notification_channels) as switches
        from users where username = 'french'`,
    )
    expect(JSON.stringify(stored)).toContain('0')
    const next = await begin({ name: 'Summer' })
    outbox.mail.arrivals.length = 0
    await outbox.drain()
    expect(received()).not.toHaveProperty('french')
    expect((await view(next)).counts.recipients).toBe(3)
  })
})

describe('a test', () => {
  test.each<AcceptedLocale>(['en', 'es', 'fr'])(
    'in %s goes to the administrator alone, at any hour',
    async (language) => {
      await set('admin', 'quiet_from = 0, quiet_to = 1439')
      const { id } = await createCampaign(asAdmin(), draft())
      const answers = [
        await testCampaign(asAdmin(), id as CampaignId, { language }),
        await testCampaign(asAdmin(), id as CampaignId, { language }),
      ]
      expect(answers[0]).toEqual({ email: 'admin@example.com' })
      await outbox.drain()
      expect(Object.keys(received())).toEqual(['admin'])
      expect(outbox.mail.arrivals).toHaveLength(1)
      expect((await view(id as CampaignId)).counts.recipients).toBe(0)
    },
  )

  test('is refused without a text or a verified address', async () => {
    const { id } = await createCampaign(
      asAdmin(),
      draft({ texts: { ...draft().texts, fr: nothing } }),
    )
    await expect(
      testCampaign(asAdmin(), id as CampaignId, { language: 'fr' }),
    ).rejects.toMatchObject({ code: 'validation_failed' })
    await set('admin', 'email_verified_at = null')
    await expect(
      testCampaign(asAdmin(), id as CampaignId, { language: 'en' }),
    ).rejects.toMatchObject({ code: 'verify_email_first' })
    await set('admin', 'email_verified_at = 1')
  })
})
