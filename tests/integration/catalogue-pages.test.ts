import { beforeEach, describe, expect } from 'vitest'
import {
  insertAccount,
  insertFollows,
  insertGame,
  insertStreamer,
} from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, createMembers, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

const now = Date.UTC(2026, 10, 20, 12)
let crowd: Member[]
test.beforeAll(async () => {
  crowd = await createMembers(worker, 6)
})
beforeEach(async () => {
  for (const table of ['events', 'games', 'streamers']) await query(worker, `delete from ${table}`)
})

type Facts = { followers?: number; follows?: number; featuredAt?: number }

async function place(name: string, facts: Facts = {}): Promise<number> {
  const id = await insertStreamer(worker, name)
  await worker.sql`update streamers set followers = ${facts.followers ?? null}, featured_at =
    ${facts.featuredAt ?? null} where id = ${id}`
  await insertFollows(worker, 'streamer', id, crowd.slice(0, facts.follows ?? 0), now - day)
  return id
}

function upcoming(facts: Partial<Parameters<typeof createEvent>[1]>) {
  const startAt = now + 2 * day
  return createEvent(worker, { startAt, endAt: startAt + hour, ...facts })
}

describe('the page', () => {
  test('of a game shows what comes, what was, who plays it and a follow button; one trip to the database', async () => {
    const game = await insertGame(worker, 'celeste')
    const streamer = await insertStreamer(worker, 'Somebody')
    await upcoming({ gameId: game, name: 'Next climb', streamerIds: [streamer] })
    await upcoming({
      gameId: game,
      name: 'Last climb',
      startAt: now - day,
      endAt: now - day + hour,
    })
    const before = worker.trips()
    const page = await worker.fetch('/games/celeste', { headers: { 'X-Test-Now': String(now) } })
    expect(worker.trips() - before).toBe(1)
    expect(page.status).toBe(200)
    const html = await page.text()
    for (const text of ['Next climb', 'Last climb', 'Somebody', `data-follow="game-${game}"`]) {
      expect(html).toContain(text)
    }
    expect(page.headers.get('Cache-Tag')).toBe(`events,games,streamers,game-${game}`)
  })

  test('of an unknown game is the page for what is not there', async () => {
    for (const path of ['/games/none', '/fr/games/none']) {
      const page = await worker.fetch(path)
      expect(page.status).toBe(404)
      expect(await page.text()).toContain('404')
    }
  })

  test('of all games has a link to the next page that works on its own', async () => {
    for (let index = 0; index < 25; index += 1) await insertGame(worker, `Game ${index}`)
    const html = await (await worker.fetch('/games?sort=name')).text()
    const more = /href="([^"]+)"[^>]*data-more/.exec(html)?.[1]?.replaceAll('&amp;', '&')
    const next = await (await worker.fetch(more ?? '')).text()
    expect(next.match(/data-follow="game-/g)).toHaveLength(1)
    expect(next).toContain('Game 9')
    expect(next).not.toContain('data-more')
  })
})

describe('pages of streamers:', () => {
  const headers = { 'X-Test-Now': String(now) }

  test.each(['/streamers', '/discover'])('%s shows nobody twice above the list', async (path) => {
    const both = await place('Luna', { follows: 3, followers: 10 })
    await upcoming({ streamerIds: [both], hypeCount: 9 })
    await place('Rising', { follows: 1, followers: 10 })
    const html = await (await worker.fetch(path, { headers })).text()
    const section = (id: string) => html.split(`aria-labelledby="${id}"`)[1]?.split('</section>')[0]
    expect(section('featured')).toContain('Luna')
    expect(section('emerging')).toContain('Rising')
    expect(section('emerging')).not.toContain('Luna')
  })

  test('a streamer’s: own channel, elsewhere, past, alike; one trip to the database', async () => {
    const id = await place('Ann', { follows: 1 })
    await insertAccount(worker, id, 'ann', { isVerified: true })
    await place('Kindred', { follows: 1 })
    await upcoming({ name: 'Own show', streamingAccountName: 'ann' })
    await upcoming({ streamerIds: [id], name: 'Guest show' })
    await upcoming({ streamerIds: [id], name: 'Old show', startAt: now - day, endAt: now - hour })
    const before = worker.trips()
    const page = await worker.fetch(`/streamers/${id}`, { headers })
    expect(worker.trips() - before).toBe(1)
    const html = await page.text()
    const order = [
      'https://www.twitch.tv/ann',
      'Verified channel',
      'Ann’s channel',
      'Own show',
      'also appears in',
      'Guest show',
      'Old show',
      'Recommended',
      'Kindred',
    ].map((text) => html.indexOf(text))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(order).not.toContain(-1)
    expect(page.headers.get('Cache-Tag')).toBe(`events,streamers,streamer-${id}`)
  })

  test.each(['sort=random&seed=7', 'sort=random', 'sort=name', ''])(
    'of the list with “%s” follow one another with nothing repeated or left out',
    async (search) => {
      const all = new Set<string>()
      for (let index = 0; index < 55; index += 1) {
        all.add(`/streamers/${await place(`Streamer ${index}`)}`)
      }
      const seen: string[] = []
      let path: string | undefined = `/streamers?${search}`
      for (let day = 0; path !== undefined && day < 9; day += 1) {
        // The seed that no address names is the day’s: the next page has to name it.
        const later = { 'X-Test-Now': String(now + day * 86_400_000) }
        const html = await (await worker.fetch(path, { headers: later })).text()
        const results = html.slice(html.indexOf('id="results"'))
        const links = results.matchAll(/class="card-name"[^>]*>\s*<a\b[^>]*href="([^"]+)"/g)
        seen.push(...[...links].map(([, link = '']) => link))
        path = /href="([^"]+)"[^>]*data-more/.exec(results)?.[1]?.replaceAll('&amp;', '&')
      }
      expect(seen.length).toBe(55)
      expect(new Set(seen)).toEqual(all)
    },
  )

  test.each(['999999', 'ann', '0', '-1', '1e3'])('streamers/%s is not there', async (id) => {
    const page = await worker.fetch(`/es/streamers/${id}`)
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('<html lang="es"')
  })

  test('the list shows featured and emerging above the whole list only, in one trip', async () => {
    await place('Chosen', { featuredAt: now })
    await place('Rising', { follows: 2 })
    const before = worker.trips()
    const whole = await (await worker.fetch('/streamers', { headers })).text()
    expect(worker.trips() - before).toBe(1)
    expect(whole).toContain('id="featured"')
    expect(whole).toContain('id="emerging"')
    const narrowed = await (await worker.fetch('/streamers?q=ris', { headers })).text()
    expect(narrowed).not.toContain('id="featured"')
    expect(narrowed).toContain('Rising')
    expect(narrowed).not.toContain('Chosen')
    const none = await (await worker.fetch('/fr/streamers?q=zzz', { headers })).text()
    expect(none).toContain('Aucun streamer trouvé')
  })
})

test('the page of what is followed offers no import from Twitch where that is not set up', async () => {
  const { token } = await createMember(worker)
  const headers = { Cookie: `access_token=${token}` }
  const page = await (await worker.fetch('/profile/following', { headers })).text()
  expect(page).toMatch(/<h2[^>]*>\s*Following/)
  expect(page).not.toContain('Import from Twitch')
})
