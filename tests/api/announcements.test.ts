import { beforeEach, describe, expect } from 'vitest'
import type { Admin, Member, System } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { termsVersion } from '#worker/contracts/terms.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { getAnnouncement } from '#worker/features/notifications/campaigns/announcements.ts'
import { getCampaign } from '#worker/features/notifications/campaigns/campaigns.ts'
import type {
  CampaignInput,
  CampaignPurpose,
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
} from '#worker/features/notifications/campaigns/send-campaigns.ts'
import { listNotifications, markNotificationsRead } from '#worker/features/notifications/inbox.ts'
import { acceptedLocales } from '#worker/locale/locales.ts'
import { day, minute } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'

const now = Date.UTC(2027, 2, 1, 12)
const clock: System = { kind: 'system' }
let admin: Account
let people: Record<string, Account>

const test = testAt(now)

async function set(name: string, facts: string): Promise<void> {
  await outbox.database.query(`update users set ${facts} where username = '${name}'`)
}

test.beforeAll(async () => {
  admin = await outbox.addPerson('admin', { role: 'admin' })
  const names = ['english', 'french', 'unproved', 'restricted', 'gone']
  people = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await outbox.addPerson(name)] as const)),
  )
  await set('english', `interface_language = 'en', is_marketing = 0`)
  await set('french', `interface_language = 'fr'`)
  await set('unproved', 'email_verified_at = null')
  await set('restricted', 'is_soft_banned = 1')
  await set('gone', 'is_active = 0')
  await outbox.database
    .query(`insert into users (username, username_key, signup_expires_at, created_at)
    values ('reserved', 'reserved', ${now + day}, 0)`)
})

beforeEach(async () => {
  outbox.now = now
  outbox.queue.length = 0
  outbox.mail.arrivals.length = 0
  await outbox.database.query('delete from deliveries')
  await outbox.database.query('delete from campaigns')
  await outbox.database.query('update users set terms_version = null, terms_accepted_at = null')
  await outbox.database.query(`delete from users where username like 'crowd%'`)
})

const asAdmin = () => outbox.contextFor(asMember(admin, 'admin') as Admin)
const as = (name: string) => outbox.contextFor(asMember(people[name]!) as Member)
const inDays = (days: number) => toInstant(now + days * day).slice(0, 10)

const texts = {
  en: { subject: 'Our terms change', markdown: 'The **age** changes.' },
  es: { subject: 'Cambian los términos', markdown: 'Cambia la edad.' },
  fr: { subject: 'Les conditions changent', markdown: 'L’âge change.' },
}

function draft(changes: Partial<CampaignInput> = {}): CampaignInput {
  return {
    name: 'Terms',
    texts: { ...texts, fr: { ...texts.fr, partner: 'A partner' } },
    audience: { languages: ['es'], streamer_ids: [], game_ids: [] },
    falls_back_to_english: true,
    purpose: 'terms',
    applies_on: inDays(15),
    ...changes,
  }
}

async function begin(changes: Partial<CampaignInput> = {}): Promise<CampaignId> {
  const { id } = await createCampaign(asAdmin(), draft(changes))
  await sendCampaign(asAdmin(), id as CampaignId, { revision: 0 })
  return id as CampaignId
}

async function runOut(): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    outbox.now += minute
    await outbox.minute()
    await outbox.drain()
  }
}

function mailed(): string[] {
  return outbox.mail
    .taken()
    .map(({ body }) => (body['to'] as string[])[0]?.split('@')[0] ?? '')
    .toSorted()
}

const inbox = (name: string) => listNotifications(as(name), { limit: 10 })

async function terms(name: string): Promise<object | undefined> {
  const [row] = await outbox.database.query<object>(
    `select terms_version as version, terms_accepted_at as at from users where username = '${name}'`,
  )
  return row
}

describe('an announcement', () => {
  test('is mailed to every verified address, in its language, behind all other mail', async () => {
    await begin()
    await fanOutCampaign(outbox.contextFor(clock), {
      type: 'fan_out_campaign',
      campaignId: (await ids())[0]!,
    })
    const rows = await outbox.database.query<{ priority: number }>(
      `select distinct priority from deliveries where channel = 'email'`,
    )
    expect(rows).toEqual([{ priority: 6 }])
    await runOut()
    expect(mailed()).toEqual(['admin', 'english', 'french', 'restricted'])
    const mail = outbox.mail.taken().find(({ body }) => String(body['to']).startsWith('french'))
    expect(mail?.body).toMatchObject({ subject: 'Les conditions changent' })
    const text = String(mail?.body['text'])
    expect(text).toContain('S’applique à partir du 16 mars 2027')
    expect(text).toContain('https://hypecal.test/fr/terms-and-conditions')
    expect(text).not.toContain('A partner')
    expect(Object.keys(mail?.body['headers'] as object).join()).not.toMatch(/unsubscribe/i)
  })

  test('goes to deactivated members too where a breach or the end of the site is told', async () => {
    for (const purpose of ['breach', 'closing', 'privacy', 'inactivity'] as const) {
      await begin({ purpose, name: purpose, applies_on: null })
    }
    await runOut()
    const toGone = await outbox.database.query<{ purpose: CampaignPurpose }>(
      `select purpose from campaigns where exists (select 1 from deliveries
        where user_id = ${people['gone']?.userId} and payload ->> 'campaign' = campaigns.id
          and status = 'sent' and channel = 'email') order by purpose`,
    )
    expect(toGone).toEqual([{ purpose: 'breach' }, { purpose: 'closing' }])
  })

  test('stands in every bell and above each page until it is read, and counts no bell as a mail', async () => {
    const id = await begin()
    await runOut()
    for (const name of ['english', 'french', 'unproved']) {
      const { items, unread_count, announcement } = await inbox(name)
      expect(items).toHaveLength(1)
      expect([unread_count, announcement]).toEqual([1, items[0]])
      expect(announcement).toMatchObject({
        kind: 'service_notice',
        title: 'Our terms change',
        path: `/announcements/${id}`,
      })
    }
    const { announcement } = await inbox('english')
    await markNotificationsRead(as('english'), { ids: [announcement!.id] })
    expect(await inbox('english')).toMatchObject({ announcement: null, unread_count: 0 })
    expect((await inbox('french')).announcement).not.toBeNull()
    const { counts, status } = await getCampaign(asAdmin(), id)
    expect([status, counts.recipients, counts.sent]).toEqual(['sent', 4, 4])
  })

  test('read above a page writes the version of the terms, once, and for its reader alone', async () => {
    await begin()
    await runOut()
    const { announcement } = await inbox('english')
    const foreign = (await inbox('french')).announcement!
    await markNotificationsRead(as('english'), { ids: [foreign.id] })
    expect(await terms('english')).toEqual({ version: null, at: null })
    await markNotificationsRead(as('english'), { ids: [announcement!.id] })
    const accepted = { version: termsVersion, at: outbox.now }
    expect(await terms('english')).toEqual(accepted)
    outbox.now += day
    await markNotificationsRead(as('english'), { ids: [announcement!.id] })
    expect(await terms('english')).toEqual(accepted)
    expect(await terms('french')).toEqual({ version: null, at: null })
  })

  test.each([
    ['that all are read', 'terms', undefined],
    ['of something else', 'privacy', 'its own'],
  ] as const)('a mark %s accepts no terms', async (_, purpose, ids) => {
    await begin({ purpose })
    await runOut()
    const { announcement } = await inbox('english')
    await markNotificationsRead(as('english'), ids ? { ids: [announcement!.id] } : {})
    expect((await inbox('english')).announcement).toBeNull()
    expect(await terms('english')).toEqual({ version: null, at: null })
  })

  test('is read on a page of its own, by members, once it was sent', async () => {
    const { id } = await createCampaign(asAdmin(), draft())
    const open = () => getAnnouncement(as('english'), id as CampaignId)
    await expect(open()).rejects.toMatchObject({ code: 'page_not_found' })
    await sendCampaign(asAdmin(), id as CampaignId, { revision: 0 })
    expect(await open()).toMatchObject({ ...texts.en, purpose: 'terms', applies_on: inDays(15) })
    const news = await createCampaign(asAdmin(), draft({ purpose: null, name: 'News' }))
    await expect(getAnnouncement(as('english'), news.id as CampaignId)).rejects.toMatchObject({
      code: 'page_not_found',
    })
  })

  test('is sent exactly once to each of many, with every message repeated or lost', async () => {
    const size = campaignPageSize + 30
    await outbox.database.query(`insert into users (username, username_key, email, email_key,
        email_verified_at, created_at)
      select 'crowd' || value, 'crowd' || value, 'crowd' || value || '@example.com',
        'crowd' || value, 1, 0 from json_each('${JSON.stringify(Array.from({ length: size }, (_, index) => index))}')`)
    const id = await begin()
    await outbox.drain(2)
    outbox.queue.length = 0
    await runOut()
    expect(outbox.mail.arrivals).toHaveLength(size + 4)
    expect((await getCampaign(asAdmin(), id)).counts.sent).toBe(size + 4)
    const [bells] = await outbox.database.query<{ count: number }>(
      `select count(*) as count from deliveries where channel = 'in_app'`,
    )
    expect(bells?.count).toBe(size + 5)
  })

  test('that is stopped leaves no more mail, and sending again starts nothing', async () => {
    const id = await begin()
    await sendCampaign(asAdmin(), id, { revision: 0 })
    await stopCampaign(asAdmin(), id)
    await runOut()
    expect(outbox.mail.arrivals).toEqual([])
    await expect(sendCampaign(asAdmin(), id, { revision: 0 })).rejects.toMatchObject({
      code: 'campaign_not_draft',
    })
    const audit = await outbox.database.query<{ act: string }>(
      `select act from audit_entries where subject_type = 'campaign' and subject_id = ${id} order by id`,
    )
    expect(audit.map(({ act }) => act)).toEqual(['create', 'send', 'stop'])
  })

  test('counts its recipients before it is sent, and carries neither audience nor offer', async () => {
    const counted = await countRecipients(asAdmin(), {
      ...draft({ purpose: 'closing' }),
      languages: [...acceptedLocales],
    })
    expect(counted.total).toBe(5)
    const stored = await createCampaign(asAdmin(), draft())
    expect([stored.audience.languages, stored.falls_back_to_english]).toEqual([[], false])
    expect(stored.texts).toEqual(texts)
  })
})

const ids = async () =>
  (await outbox.database.query<{ id: CampaignId }>('select id from campaigns')).map(({ id }) => id)

describe('an announcement is refused', () => {
  async function refusal(changes: Partial<CampaignInput>): Promise<unknown> {
    const error: unknown = await begin(changes).catch((thrown: unknown) => thrown)
    const [stored] = await outbox.database.query<{ status: string }>('select status from campaigns')
    expect(stored?.status).toBe('draft')
    return error
  }

  test.each([null, inDays(0), inDays(14)])(
    'with new terms that apply on %s',
    async (applies_on) => {
      expect(await refusal({ applies_on })).toMatchObject({
        code: 'validation_failed',
        details: [
          {
            path: 'applies_on',
            msg: 'New terms apply 15 days after they’re announced at the earliest: choose 2027-03-16 or later.',
          },
        ],
      })
    },
  )

  test('in one language only', async () => {
    const nothing = { subject: '', markdown: '' }
    const only = { ...texts, es: nothing, fr: { subject: 'Seul', markdown: ' ' } }
    const msg =
      'Write the subject and the text in every language: each member reads it in their own.'
    expect(await refusal({ texts: only })).toMatchObject({
      code: 'validation_failed',
      details: ['texts.es.subject', 'texts.es.markdown', 'texts.fr.markdown'].map((path) => ({
        path,
        msg,
      })),
    })
  })
})
