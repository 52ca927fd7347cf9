import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx } from '#worker/context.ts'
import { batch, type Database } from '#worker/db/client.ts'
import { prepare, queryRows } from '#worker/db/statement.ts'
import { createEvent, createManyEvents } from '#tests/support/factories/events.ts'
import { planOf, plansOf } from '#tests/support/drivers/query-plans.ts'
import { candidateCtes, toSearchParameters, type SearchParameters } from './candidates.ts'
import { SearchQuery } from './contract.ts'
import { search } from './search.ts'
import { toSearchExpressions, parseTerms } from './terms.ts'

const now = Date.UTC(2027, 2, 1, 12)
const minute = 60_000

let database: TemporaryDatabase
beforeAll(async () => {
  database = await startTemporaryDatabase()
})
afterAll(() => database.remove())

function run(text: string): Promise<unknown> {
  return database.db.$client.execute(text)
}

async function find(q: string, limit = 5, db: Database = database.db) {
  const ctx = { db, now, actor: { kind: 'visitor' } } as unknown as Ctx
  return search(ctx, v.parse(SearchQuery, { q, limit: String(limit) }))
}
const participatedEvents = async (q: string) => (await find(q)).events.map(({ name }) => name)
const streamersOf = async (q: string) =>
  (await find(q)).streamers.map(({ display_name }) => display_name)

type Facts = { status?: 'approved' | 'pending'; startAt?: number; hypes?: number; channel?: string }

async function addEvent(name: string, facts: Facts = {}): Promise<number> {
  const { status = 'approved', startAt = now + 60 * minute, hypes = 0, channel = null } = facts
  const values = { name, status, startAt, hypeCount: hypes, streamingAccountName: channel }
  return (await createEvent(database, values)).id
}

describe('the index follows what it is of', () => {
  test('only approved events are found, from approval until it is taken back', async () => {
    const id = await addEvent('Quillfeather Gala', { status: 'pending' })
    expect(await participatedEvents('quillfeather')).toEqual([])
    await run(`update events set status = 'approved' where id = ${id}`)
    expect(await participatedEvents('quillfeather')).toEqual(['Quillfeather Gala'])
    await run(`update events set status = 'disabled' where id = ${id}`)
    expect(await participatedEvents('quillfeather')).toEqual([])
  })

  test('a renamed, moved or deleted event is found by its new name or not at all', async () => {
    const id = await addEvent('Brambleholt Night')
    await run(`update events set name = 'Thistledown Night', start_at = start_at + 60000,
      end_at = end_at + 60000 where id = ${id}`)
    expect(await participatedEvents('brambleholt')).toEqual([])
    expect(await participatedEvents('thistledown')).toEqual(['Thistledown Night'])
    await run(`delete from events where id = ${id}`)
    expect(await participatedEvents('thistledown')).toEqual([])
    const [left] = await database.query<{ left: number }>(
      `select count(*) as left from search_names where search_names match 'thistledown'`,
    )
    expect(left?.left).toBe(0)
  })

  test('an event is found by its channel and its participants while it has them', async () => {
    const id = await addEvent('Some evening', { channel: 'wobblechannel' })
    await run(`insert into event_participants (event_id, position, display_name, account)
      values (${id}, 0, 'Doctor Marmalade', 'marmalade_tv')`)
    expect(await participatedEvents('wobblechannel')).toEqual(['Some evening'])
    expect(await participatedEvents('doctor marmalade')).toEqual(['Some evening'])
    expect(await participatedEvents('marmelade')).toEqual(['Some evening'])
    await run(`delete from event_participants where event_id = ${id}`)
    expect(await participatedEvents('doctor marmalade')).toEqual([])
  })

  test('a streamer is found by account names, new names and not by old ones', async () => {
    await run(`insert into streamers (id, display_name, name_key, created_at)
      values (900, 'Captain Ratatouille', 'x', 0)`)
    await run(`insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
      values (900, 'twitch', 'ratatouille_live', 'ratatouille_live', 0)`)
    expect(await streamersOf('ratatouille_live')).toEqual(['Captain Ratatouille'])
    await run(
      `update streamers set display_name = 'Admiral Gazpacho', follow_count = 12 where id = 900`,
    )
    expect(await streamersOf('gazpacho')).toEqual(['Admiral Gazpacho'])
    expect(await streamersOf('captain')).toEqual([])
    await run('delete from streamers where id = 900')
    expect(await streamersOf('gazpacho')).toEqual([])
    expect(await streamersOf('ratatouille_live')).toEqual([])
  })

  test('inserts still say which row they made', async () => {
    const { lastInsertRowid } = await database.db.$client.execute(
      `insert into games (slug, name, name_key, created_at) values ('g', 'Puddle Jumper', 'g', 0)`,
    )
    const [game] = await database.query<{ id: number }>(`select id from games where slug = 'g'`)
    expect(Number(lastInsertRowid)).toBe(game?.id)
    expect((await find('pudle jumper')).games.map(({ name }) => name)).toEqual(['Puddle Jumper'])
  })
})

describe('the order', () => {
  test('is the name itself, its beginning, all words, other names', async () => {
    await addEvent('The Velvetine Cup')
    await addEvent('Velvetine Cup Finals')
    await addEvent('Velvetine Cup', { startAt: now - 999 * minute })
    await addEvent('Another evening', { channel: 'velvetine_cup', hypes: 99 })
    expect(await participatedEvents('velvetine cup')).toEqual([
      'Velvetine Cup',
      'Velvetine Cup Finals',
      'The Velvetine Cup',
      'Another evening',
    ])
  })

  test('puts what is to come before what is over, then the most hyped first', async () => {
    await addEvent('Mossgarden past', { startAt: now - 999 * minute, hypes: 50 })
    await addEvent('Mossgarden small', { hypes: 1 })
    await addEvent('Mossgarden big', { hypes: 9 })
    expect(await participatedEvents('mossgarden')).toEqual([
      'Mossgarden big',
      'Mossgarden small',
      'Mossgarden past',
    ])
  })

  test('puts the name itself first where it is written as one word, however many begin so', async () => {
    for (let nth = 1; nth <= 12; nth += 1) await addEvent(`Pebble Way Finals ${nth}`, { hypes: 9 })
    await addEvent('Pebble Way')
    expect((await participatedEvents('pebbleway'))[0]).toBe('Pebble Way')
  })

  test.each([
    ['pebblestone way', 'Pebblestoneway', 'Pebblestone Way Finals'],
    ['kart quarry world', 'Kart Quarry: World', 'Kart Quarry World Finals'],
    ['gran telemaraton', 'Gran Telemaratón', 'Gran Telemaraton Finals'],
  ])('puts the name itself first for “%s”, written “%s”', async (q, name, longer) => {
    for (let nth = 1; nth <= 8; nth += 1) await addEvent(`${longer} ${nth}`, { hypes: 9 })
    await addEvent(name)
    expect((await participatedEvents(q))[0]).toBe(name)
  })

  test.each([
    ['telequinza', 'Le Téléquinza des amis', 'telequinza_fr', 'Retour sur le Telequinza'],
    ['rallyexplora', 'Rally Explora 3', 'rallyexplora', 'Vistazo al Rallyexplora'],
  ])('finds “%s” in the name “%s” of the same channel', async (q, name, channel, past) => {
    const over = { startAt: now - 999 * minute, hypes: 9 }
    for (let nth = 1; nth <= 12; nth += 1) await addEvent(`${past} ${nth}`, over)
    await addEvent(name, { channel })
    expect((await participatedEvents(q))[0]).toBe(name)
  })

  test('weighs an event’s channel like those who take part in it', async () => {
    for (let nth = 1; nth <= 8; nth += 1) await addEvent(`Evening ${nth}`, { channel: 'marigold' })
    const id = await addEvent('Evening with guests', { hypes: 9 })
    await run(`insert into event_participants (event_id, position, display_name)
      values (${id}, 0, 'Marigold')`)
    await addEvent('Old Marigold')
    const [first, second] = await participatedEvents('marigold')
    expect([first, second]).toEqual(['Old Marigold', 'Evening with guests'])
  })

  test('of groups, puts those with events to come first, then those with the most events', async () => {
    const past = now - 999 * minute
    for (let nth = 1; nth <= 15; nth += 1) {
      await run(`insert into event_groups (id, slug, name, name_key, description, created_at)
        values (${700 + nth}, 'f${nth}', 'Fernhollow ${nth}', 'fernhollow ${nth}', '', 0)`)
    }
    await createEvent(database, { groupId: 715, startAt: now + minute })
    for (const startAt of [past, past, past]) await createEvent(database, { groupId: 714, startAt })
    await createEvent(database, { groupId: 713, startAt: past })
    const { groups } = await find('fernhollow', 3)
    expect(groups.map(({ id }) => id)).toEqual([715, 714, 713])
  })

  test('has guesses only where nothing is spelt like the search', async () => {
    await addEvent('Kettlebell Club')
    expect(await participatedEvents('ketlebell')).toEqual(['Kettlebell Club'])
    await addEvent('Ketlebell')
    expect(await participatedEvents('ketlebell')).toEqual(['Ketlebell'])
  })
})

describe('a misspelt search that comes again', () => {
  test('is not corrected again while names have no new words', async () => {
    await addEvent('Saltmarsh')
    await addEvent('Lighthouse Keepers')
    expect(await participatedEvents('saltmrsh')).toEqual(['Saltmarsh'])
    // Without this word it could not be corrected.
    await run(`delete from search_words where word = 'saltmarsh'`)
    expect(await participatedEvents('saltmrsh')).toEqual(['Saltmarsh'])
    await addEvent('Unrelated Newcomers')
    expect(await participatedEvents('saltmrsh')).toEqual([])
  })

  test('finds names added since the first search', async () => {
    await addEvent('Windmill Review')
    expect(await participatedEvents('windmlll')).toEqual(['Windmill Review'])
    await addEvent('Windmills')
    expect(await participatedEvents('windmlll')).toHaveLength(2)
    await addEvent('Windmill')
    expect(await participatedEvents('windmlll')).toHaveLength(3)
  })
})

describe('among 20,000 events of the same words', () => {
  beforeAll(async () => {
    await createManyEvents(database, 20_000, { name: 'Common marathon', startAt: now })
  }, 60_000)

  test.each(['common', 'common marathon', 'mar', 'comon maraton'])(
    'no more than 180 are looked at for “%s”',
    async (text) => {
      const terms = parseTerms(text) ?? { words: [], joined: '' }
      const select = prepare<SearchParameters, unknown[]>(() =>
        queryRows({}, sql`with ${candidateCtes(['event'])} select * from candidates`),
      )
      const asking = toSearchParameters(terms, toSearchExpressions(terms), { now, limit: 5 })
      const [found] = await batch(database.db, 'read', [select(asking)])
      expect(found.length).toBeGreaterThan(0)
      expect(found.length).toBeLessThanOrEqual(180)
    },
  )

  test('the one named so comes first, however many begin so', async () => {
    expect((await participatedEvents('common marathon 12'))[0]).toBe('Common marathon 12')
  })

  test('only rows that are shown are read', async () => {
    let rows = 0
    const send: typeof database.db.send = async (...asked) => {
      const results = await database.db.send(...asked)
      for (const result of results) rows += result.rows.length
      return results
    }
    await find('common', 5, { send })
    expect(rows).toBe(5)
  })

  test('an event that is found again is the same object for any search', async () => {
    const found = []
    for (const q of ['common marathon 12', 'common marathon 12', 'marathon 12 common']) {
      const { events } = await find(q)
      found.push(events.find(({ name }) => name === 'Common marathon 12'))
    }
    expect(found[1]).toBeDefined()
    expect(found[2]).toBe(found[1])
  })

  test('every table is reached by its key, none is read through', async () => {
    const plans = await plansOf(database.db, (db) => {
      const ctx = { db, now, actor: { kind: 'visitor' } } as unknown as Ctx
      return search(ctx, v.parse(SearchQuery, { q: 'comon maraton' }))
    })
    expect(plans).toHaveLength(1)
    const steps = plans.flat()
    // The rest reads indexes by their words, a JSON list, or the bounded sets above.
    const wholes = steps.filter((step) =>
      /^SCAN (?:e|eg|h|g|s|events|games|streamers|event_groups|streaming_accounts|search_words)\b/.test(
        step,
      ),
    )
    expect(wholes).toEqual([])
    expect(steps.filter((step) => /VIRTUAL TABLE INDEX 0:$/.test(step))).toEqual([])
  })

  test('the index is asked in its own order, so that it stops at the limit', async () => {
    const lookups = toSearchExpressions(parseTerms('common') ?? { words: [], joined: '' })
    const plan = await planOf(database.db, {
      sql: `select rowid from search_names
        where search_names match ?1 order by rowid desc limit 60`,
      args: [lookups.contains],
    })
    expect(plan.join()).not.toMatch(/TEMP B-TREE/)
  })
})
