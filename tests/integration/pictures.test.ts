import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#worker/contracts/pagination.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'
import type { GameSummary } from '#worker/features/directory/games/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'
import { gamePicturePath } from '#worker/features/media/generated-images/paths.ts'

const now = Date.now()
const cdn = 'https://pictures.example/media'
const upload = `uploads/${'a'.repeat(64)}.webp`

/** A streamer, a game, an event and an article, each with a picture of its own. */
async function placePictured(worker: TestWorker): Promise<string[]> {
  const game = await insertGame(worker, 'Celeste')
  const streamer = await insertStreamer(worker, 'Zerator')
  const startAt = now + day
  const event = await createEvent(worker, {
    name: 'Marathon',
    startAt,
    endAt: startAt + hour,
    gameId: game,
    streamerIds: [streamer],
  })
  await worker.sql`update games set thumbnail_path = ${upload}`
  await worker.sql`update streamers set avatar_path = ${upload}`
  await worker.sql`update events set thumbnail_path = ${upload}`
  const { userId } = await createMember(worker)
  await worker.sql`insert into articles (slug, title, markdown, status, author_id, author_name,
    published_at, created_at, updated_at)
    values ('report', 'Report', ${`![Crowd](/media/${upload}#640x360)`}, 'published', ${userId},
    'Ana', 0, 0, 0)`
  const pages = [
    '/',
    '/discover',
    '/events',
    '/streamers',
    '/games',
    '/articles/report',
    '/articles',
  ]
  return [
    ...pages,
    `/events/${event.slug}`,
    `/streamers/${streamer}`,
    '/games/Celeste',
    '/fr/articles/what-to-watch-this-week',
  ]
}

/** Addresses of the pictures that a page shows. */
function picturesOf(html: string): string[] {
  return [...html.matchAll(/<img [^>]*src="([^"]+)"/g)].map(([, src = '']) => src)
}

function standInsOf(html: string): string[] {
  return [...html.matchAll(/<img [^>]*data-drawn="([^"]+)"/g)].map(([, path = '']) => path)
}

/** Pictures that other sites show, in the head and in the structured data. */
function sharedPictures(html: string): string[] {
  const inHead = html.matchAll(/<meta property="og:image" content="([^"]+)"/g)
  const inData = html.matchAll(/"(?:image|logo)":\[?"([^"]+)"/g)
  return [...inHead, ...inData].map(([, address = '']) => address)
}

describe('with a CDN', () => {
  let worker: TestWorker
  let pages: string[]
  beforeAll(async () => {
    worker = await startTestWorker({ CDN_BASE: `${cdn}/` })
    pages = await placePictured(worker)
  })
  afterAll(() => worker.close())

  test('every picture of every page is the base plus its path, and the policy lets it in', async () => {
    for (const path of pages) {
      const page = await worker.fetch(path)
      const html = await page.text()
      const addresses = [...picturesOf(html), ...sharedPictures(html)]
      expect(page.status, path).toBe(200)
      expect(addresses.length, path).toBeGreaterThan(1)
      expect(addresses.filter((address) => !address.startsWith(`${cdn}/`))).toEqual([])
      const policy = page.headers.get('Content-Security-Policy')
      expect(policy).toContain("img-src 'self' data: blob: https://pictures.example;")
      expect(policy).toContain("frame-ancestors 'none'")
      // The page’s scripts build addresses with this attribute.
      expect(html).toContain(`data-media="${cdn}"`)
    }
  })

  test('the drawn picture that stands in for each is served here, which works when the CDN does not', async () => {
    const html = await (await worker.fetch('/games/Celeste')).text()
    const standIns = standInsOf(html)
    expect(standIns[0]).toMatch(/^\/media\/drawn\/\d+\/games\/[\da-z]+\.svg$/)
    for (const path of new Set(standIns)) {
      const picture = await worker.fetch(path)
      expect([path, picture.status]).toEqual([path, 200])
      expect(picture.headers.get('Content-Type')).toContain('image/svg+xml')
    }
  })

  test('games carry the address of their picture', async () => {
    const games = await worker.get<Page<GameSummary>>('games')
    expect(games.items[0]).toMatchObject({
      thumbnail_path: upload,
      thumbnail_url: `${cdn}/${upload}`,
    })
    const events = await worker.get<Page<EventSummary>>('events')
    expect(events.items[0]?.game?.thumbnail_url).toBe(`${cdn}/${upload}`)
  })
})

describe('without a CDN', () => {
  let worker: TestWorker
  let pages: string[]
  beforeAll(async () => {
    worker = await startTestWorker({ CDN_BASE: '' })
    pages = await placePictured(worker)
  })
  afterAll(() => worker.close())

  test('pictures are served here, each of its own above the drawn one', async () => {
    for (const path of pages) {
      const page = await worker.fetch(path)
      const html = await page.text()
      expect(picturesOf(html).filter((address) => !address.startsWith('/media/'))).toEqual([])
      expect(standInsOf(html).filter((address) => !address.startsWith('/media/drawn/'))).toEqual([])
      // A drawn picture needs none.
      const stored = picturesOf(html.replace(/<div class="prose[^]*/, '')).filter(
        (address) => !address.includes('/drawn/'),
      )
      expect(standInsOf(html), path).toHaveLength(stored.length)
      expect(page.headers.get('Content-Security-Policy')).toContain("img-src 'self' data: blob:;")
      expect(html).not.toContain('data-media')
    }
  })

  test.each([
    '3/avatars/abc-JD.svg',
    '3/posters/charity/abc-%E5%8E%9F.svg',
    '3/games/abc-G.svg',
    'articles/7.svg',
    'events/charity-1.svg',
  ])('the former address %s is answered with a picture', async (path) => {
    const picture = await worker.fetch(`/media/drawn/${path}`)
    expect(picture.status).toBe(200)
    expect(picture.headers.get('Content-Type')).toContain('image/svg+xml')
  })

  test('a game without a picture carries the address of the drawn one', async () => {
    await worker.sql`update games set thumbnail_path = null`
    const body = await worker.get<Page<GameSummary>>('games')
    const [game] = body.items
    expect(game?.thumbnail_url).toBe(`/media/${gamePicturePath(game?.id ?? 0)}`)
  })
})
