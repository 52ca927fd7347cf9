import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { putCard } from '#tests/support/factories/cards.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { locales } from '#worker/locale/locales.ts'
import { importDataFile } from '#worker/features/imports/files/imports.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'
import { moderationBodies } from '#tests/support/factories/moderation.ts'
const test = testWith({ SHARE_CARDS: 'on' })

/** Drawing takes most of a second where it has a processor to itself. */
const slow = { timeout: 60_000 }

async function cardOf(id: number, language: string) {
  const response = await worker.fetch(`/media/cards/events/${id}/${language}.png`)
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

function defaultCard(language: string): Buffer {
  return readFileSync(`public/media/cards/default/${language}.png`)
}

function sizeOf(png: Buffer) {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n')
  return [png.readUInt32BE(16), png.readUInt32BE(20)]
}

test('an approved event has a card of its own in each language', slow, async () => {
  const { id } = await publishEvent(worker, Date.now() + 3 * day)
  await worker.drainQueue(Date.now())
  const cards = await Promise.all(locales.map((language) => cardOf(id, language)))
  for (const [index, { status, headers, bytes }] of cards.entries()) {
    expect(status).toBe(200)
    expect(headers.get('Content-Type')).toBe('image/png')
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=600')
    expect(headers.get('Cache-Tag')).toBe(`event-${id}`)
    expect(sizeOf(bytes)).toEqual([1200, 630])
    expect(bytes.equals(defaultCard(locales[index] ?? ''))).toBe(false)
  }
  const [english, spanish, french] = cards.map(({ bytes }) => bytes)
  expect(english?.equals(spanish ?? Buffer.of())).toBe(false)
  expect(spanish?.equals(french ?? Buffer.of())).toBe(false)
})

test('until it is drawn the default card of the language stands in its place, for a minute', async () => {
  const { id } = await createEvent(worker, { startAt: 1, endAt: 2 })
  for (const language of locales) {
    const { status, headers, bytes } = await cardOf(id, language)
    expect([status, headers.get('Content-Type')]).toEqual([200, 'image/png'])
    expect(headers.get('Cloudflare-CDN-Cache-Control')).toContain('max-age=60,')
    expect(bytes.equals(defaultCard(language))).toBe(true)
    const asked = await worker.fetch(`/media/cards/default/${language}.png`)
    expect(Buffer.from(await asked.arrayBuffer()).equals(bytes)).toBe(true)
    expect(sizeOf(bytes)).toEqual([1200, 630])
    expect(bytes.length).toBeLessThanOrEqual(80_000)
  }
})

test('an event that is not public has no card, and other names nothing', async () => {
  const hidden = (['pending', 'rejected', 'disabled'] as const).map((status) =>
    createEvent(worker, { startAt: 1, endAt: 2, status }),
  )
  for (const { id } of [{ id: 999_999_999 }, ...(await Promise.all(hidden))]) {
    const { status, headers, bytes } = await cardOf(id, 'en')
    expect([status, headers.get('Cache-Control')]).toEqual([404, 'no-store'])
    expect(JSON.parse(bytes.toString())).toMatchObject({ code: 'event_not_found' })
  }
  for (const path of ['events/1/de.png', 'events/x/en.png', 'events/1/en.svg', 'events/0/en.png']) {
    expect([path, (await worker.fetch(`/media/cards/${path}`)).status]).toEqual([path, 404])
  }
})

test('drawing again gives the same card, and what is not approved is not drawn', slow, async () => {
  const { id } = await publishEvent(worker, Date.now() + 4 * day)
  await worker.drainQueue(Date.now())
  const { bytes } = await cardOf(id, 'fr')
  for (let time = 0; time < 2; time += 1) {
    await worker.enqueue({ type: 'draw_cards', eventId: id }, Date.now())
  }
  const { id: hidden } = await createEvent(worker, { startAt: 1, endAt: 2, status: 'pending' })
  await worker.enqueue({ type: 'draw_cards', eventId: hidden }, Date.now())
  await worker.enqueue({ type: 'draw_cards', eventId: 999_999_998 }, Date.now())
  await worker.drainQueue(Date.now())
  expect((await cardOf(id, 'fr')).bytes.equals(bytes)).toBe(true)
  await worker.sql`update events set status = 'approved' where id = ${hidden}`
  expect((await cardOf(hidden, 'fr')).bytes.equals(defaultCard('fr'))).toBe(true)
})

test('an event that was taken back takes its card along, until it is back', slow, async () => {
  const { id } = await publishEvent(worker, Date.now() + 5 * day)
  await worker.drainQueue(Date.now())
  const { bytes } = await cardOf(id, 'en')
  const { token } = await createMember(worker, { role: 'moderator' })
  const act = (name: string) =>
    worker.call('POST', `admin/proposals/${id}/${name}`, { token, body: moderationBodies[name] })
  expect((await act('disable')).status).toBe(200)
  expect((await cardOf(id, 'en')).status).toBe(404)
  expect((await worker.fetch(`/media/cards/events//${id}/en.png`)).status).toBe(404)
  expect((await act('reset')).status).toBe(200)
  expect((await cardOf(id, 'en')).status).toBe(404)
  await worker.sql`update events set status = 'approved' where id = ${id}`
  expect((await cardOf(id, 'en')).bytes.equals(bytes)).toBe(true)
})

test('the hourly job draws what comes next and has no card, or an old one', slow, async () => {
  const now = Date.now()
  const facts = {
    startAt: now + day,
    endAt: now + day + hour,
    name: 'Événement 原神 🎮 très long '.repeat(6),
  }
  const { id } = await createEvent(worker, facts)
  await worker.hour(now)
  const first = (await cardOf(id, 'es')).bytes
  expect(first.equals(defaultCard('es'))).toBe(false)
  await worker.sql`update events set name = 'Renamed', updated_at = ${now} where id = ${id}`
  await worker.hour(now)
  const second = (await cardOf(id, 'es')).bytes
  expect(second.equals(first)).toBe(false)
  await worker.sql`update events set name = 'Same facts' where id = ${id}`
  await worker.hour(now)
  expect((await cardOf(id, 'es')).bytes.equals(second)).toBe(true)
})

test('the events of an imported file get their cards after the next minute', slow, async () => {
  const now = Date.now()
  const rows = [3, 2].map((days) => ({
    id: `file-${days}`,
    name: `In ${days} days`,
    start: new Date(now + days * day).toISOString(),
    language: 'en',
    platform: 'twitch',
    category: 'charity',
    proof_url: 'https://example.com/proof',
  }))
  await importDataFile(worker.environment.db, now, JSON.stringify(rows))
  await worker.minute(now)
  const ids = await worker.sql<{ id: number }>`select id from events where import_key like 'file-%'
    order by start_at`
  expect(ids).toHaveLength(2)
  for (const { id } of ids) {
    await waitFor(
      async () => !(await cardOf(id, 'fr')).bytes.equals(defaultCard('fr')),
      `the card of ${id}`,
    )
  }
})

test(
  'a mail shows the card of its event once it is drawn, and no picture before',
  slow,
  async () => {
    const now = Date.now()
    const start = Math.ceil(now / hour) * hour + 2 * day
    const person = await createMember(worker, { createdAt: now })
    const event = await publishEvent(worker, start, { now })
    const token = await tokenFor(worker, person.username, now)
    await worker.call('PUT', `events/${event.id}/toggle_hype`, { token, now })
    await worker.drainQueue(now)
    const key = `cards/events/${event.id}/en.png`
    await worker.removeMedia(key)
    await worker.minute(start - day)
    await putCard(worker, event.id, key)
    await worker.minute(start - hour)
    const [first, second] = await worker.mails(person.email)
    expect(first?.html).not.toContain('<img')
    expect(second?.html).toContain(`/media/${key}`)
  },
)
