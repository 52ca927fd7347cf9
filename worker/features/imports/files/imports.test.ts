import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNamesWithoutSeriesName } from '#tests/support/factories/events.ts'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { importDataFile } from './imports.ts'

let database: TemporaryDatabase
beforeAll(async () => void (database = await startTemporaryDatabase()))
afterAll(() => database.remove())

let now = Date.UTC(2026, 10, 20)
function take(rows: object[]) {
  now += 1000
  return importDataFile(database.db, now, JSON.stringify(rows, undefined, 1))
}

function eventRow(id: string, more: object = {}) {
  return {
    id,
    name: `Event ${id}`,
    start: '2026-12-01T18:00:00Z',
    language: 'en',
    platform: 'twitch',
    category: 'charity',
    proof_url: 'https://example.com/proof',
    ...more,
  }
}

async function eventOf(key: string) {
  const [event] = await database.query(`select * from events where import_key = '${key}'`)
  return event
}

describe('importing events', () => {
  it('publishes a sound row at once and keeps all of it as its source', async () => {
    const row = eventRow('one', {
      date_basis: 'announced',
      notes: 'n',
      suggested_account: { account: 's' },
    })
    expect(await take([row])).toMatchObject({ kind: 'events', added: 1, bad: [], skipped: [] })
    const event = await eventOf('one')
    expect(event).toMatchObject({ slug: 'event-one', status: 'approved', approved_at: now })
    expect(event).toMatchObject({ streaming_account_name: null, proposer_id: null })
    expect(JSON.parse(String(event?.source))).toEqual({ ...row, imported_at: now })
  })

  it('lets good rows in beside bad ones and tells skipped from bad', async () => {
    const report = await take([
      eventRow('good'),
      eventRow('no-platform', { platform: null }),
      eventRow('long', { end: '2027-03-01' }),
      eventRow('good', { name: 'Again' }),
    ])
    expect(report).toMatchObject({
      added: 1,
      skipped: [{ row: 'Event no-platform', field: 'platform' }],
    })
    expect(report.bad).toEqual([
      { line: 20, row: 'Event long', field: 'end', reason: 'is more than 60 days after the start' },
      { line: 30, row: 'Again', field: 'id', reason: 'is the same as on line 2' },
    ])
  })

  it('gives namesakes and reserved words slugs of their own', async () => {
    await take([1, 2, 3].map((n) => eventRow(`twin-${n}`, { name: 'Twin' })))
    await take([eventRow('twin-4', { name: 'Twin!' }), eventRow('live', { name: 'Live' })])
    const slugs = await database.query(
      `select slug from events where name like 'Twin%' or name = 'Live' order by id`,
    )
    expect(slugs.map(({ slug }) => slug)).toEqual([
      'twin',
      'twin-2',
      'twin-3',
      'twin-4',
      'event-live',
    ])
  })

  it('links game, group, channels and participants, whatever comes first', async () => {
    const row = eventRow('linked', {
      game: 'Chess',
      group: 'New Guild',
      other_accounts: [
        { platform: 'youtube', account: '@Side' },
        { platform: 'youtube', account: null },
      ],
      participants: [
        { display_name: 'ANA', platform: 'twitch', account: 'ana_live' },
        { display_name: 'bob' },
        { display_name: 'Unknown' },
      ],
    })
    await take([row])
    await take([
      { display_name: 'Ana', platform: 'twitch', account: 'Ana_Live' },
      { display_name: 'Bob', platform: null, account: null },
    ])
    await take([{ name: 'Chess', genre: 'board game' }])
    await take([{ name: 'new guild', language_code: 'fr', description: 'Now known.' }])
    expect(await take([row])).toMatchObject({ unchanged: 1, updated: 0 })
    const [linked] = await database.query(
      `select g.name as game, eg.description as guild, (select json_group_array(coalesce(s.display_name, '-'))
         from event_participants p left join streamers s on s.id = p.streamer_id where p.event_id = e.id) as people,
         (select json_group_array(account) from event_channels where event_id = e.id) as channels
       from events e join games g on g.id = e.game_id join event_groups eg on eg.id = e.group_id
       where e.import_key = 'linked'`,
    )
    expect(linked).toEqual({
      game: 'Chess',
      guild: 'Now known.',
      people: '["Ana","Bob","-"]',
      channels: '["Side"]',
    })
  })

  it('brings facts up to date and remembers a moved start, but leaves the slug', async () => {
    await take([eventRow('moved', { participants: [{ display_name: 'Old' }] })])
    const changed = eventRow('moved', {
      name: 'New name',
      start: '2026-12-02T18:00:00Z',
      participants: [],
    })
    expect(await take([changed])).toMatchObject({ updated: 1 })
    expect(await eventOf('moved')).toMatchObject({
      slug: 'event-moved',
      name: 'New name',
      start_at: Date.parse('2026-12-02T18:00Z'),
      previous_start_at: Date.parse('2026-12-01T18:00Z'),
      status: 'approved',
    })
    expect(
      await database.query(`select * from event_participants where display_name = 'Old'`),
    ).toEqual([])
    expect(await take([changed])).toMatchObject({ updated: 0, unchanged: 1 })
  })

  it.each([
    ['a reset', `status = 'pending', approved_at = null`],
    ['a rejection', `status = 'rejected', rejection_code = 'spam'`],
    ['a cancellation', `cancelled_at = 5, cancel_reason = 'ill'`],
  ])('does not undo %s', async (title, change) => {
    const id = title.replace(' ', '-')
    await take([eventRow(id)])
    await database.query(`update events set ${change} where import_key = '${id}'`)
    const before = await eventOf(id)
    expect(await take([eventRow(id, { description: 'Newer.' })])).toMatchObject({ updated: 1 })
    const { status, approved_at, cancelled_at, rejection_code } = before ?? {}
    expect(await eventOf(id)).toMatchObject({
      ...{ status, approved_at, cancelled_at, rejection_code },
      description: 'Newer.',
    })
  })

  it('leaves an event alone that a person edited since', async () => {
    await take([eventRow('edited')])
    await database.query(
      `update events set name = 'Mine', series_name = 'mine', updated_at = updated_at + 1 where import_key = 'edited'`,
    )
    expect(await take([eventRow('edited', { description: 'Newer.' })])).toMatchObject({
      kept: 1,
      updated: 0,
    })
    expect(await eventOf('edited')).toMatchObject({ name: 'Mine', description: '' })
  })
})

describe('importing the catalogue', () => {
  it('makes one streamer of rows on several platforms', async () => {
    const rows = [
      { display_name: 'Duo', platform: 'twitch', account: 'duo', followers: 5 },
      { display_name: 'duo', platform: 'youtube', account: '@duo', followers: 9, language: 'fr' },
      { display_name: 'Duo', platform: 'twitch', account: 'another_duo' },
    ]
    expect(await take(rows)).toMatchObject({ added: 3 })
    expect(await take(rows)).toMatchObject({ added: 0, unchanged: 3 })
    const found = await database.query(
      `select s.followers, s.language, json_array_length(s.source, '$.rows') as rows, count(*) as accounts
       from streamers s join streaming_accounts a on a.streamer_id = s.id where s.name_key = 'duo' group by s.id`,
    )
    expect(found).toEqual([
      { followers: 9, language: 'fr', rows: 2, accounts: 2 },
      { followers: null, language: null, rows: 1, accounts: 1 },
    ])
  })

  it('updates facts until a person changes the row', async () => {
    const guild = (description: string) => [{ name: 'Guild', website: null, description }]
    await take(guild('One.'))
    expect(await take(guild('Two.'))).toMatchObject({ updated: 1 })
    await database.query(`update event_groups set description = 'Ours.' where name_key = 'guild'`)
    expect(await take(guild('Three.'))).toMatchObject({ updated: 0, kept: 1 })
    expect(
      await database.query(`select description from event_groups where name_key = 'guild'`),
    ).toEqual([{ description: 'Ours.' }])
  })

  it('knows the categories of platforms that are no games, until a person says otherwise', async () => {
    const rows = (description: string) =>
      ['IRL', 'Irlanda'].map((name) => ({ name, description, genre: null }))
    const flags = () =>
      database.query(`select name, is_game from games where name like 'irl%' order by name`)
    await take(rows('One.'))
    expect(await flags()).toEqual([
      { name: 'IRL', is_game: 0 },
      { name: 'Irlanda', is_game: 1 },
    ])
    await database.query(`update games set is_game = 1 where name = 'IRL'`)
    expect(await take(rows('Two.'))).toMatchObject({ updated: 2 })
    expect(await flags()).toMatchObject([{ is_game: 1 }, { is_game: 1 }])
  })

  it('does not touch a streamer that a member made', async () => {
    await database.query(
      `insert into streamers (display_name, name_key, created_at) values ('Own', 'own', 1)`,
    )
    await database.query(
      `insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
       select id, 'twitch', 'own', 'own', 1 from streamers where name_key = 'own'`,
    )
    expect(
      await take([{ display_name: 'Other', platform: 'twitch', account: 'Own', followers: 3 }]),
    ).toMatchObject({ kept: 1 })
    expect(await database.query(`select followers from streamers where name_key = 'own'`)).toEqual([
      { followers: null },
    ])
  })
})

describe('the real data set', { timeout: 60_000 }, () => {
  const read = (name: string) =>
    readFileSync(new URL(`../../../../local/demo/data/${name}.json`, import.meta.url), 'utf8')

  it('goes in whole, twice the same', async () => {
    for (const round of [1, 2]) {
      for (const [name, rows] of [
        ['games', 55],
        ['event_groups', 47],
        ['streamers', 76],
        ['events', 75],
      ] as const) {
        const report = await importDataFile(database.db, now + round, read(name))
        expect(report.bad).toEqual([])
        const known = report.unchanged + report.updated + report.kept
        expect(round === 1 ? report.added + known : report.unchanged + report.kept).toBe(rows)
        expect(report.skipped.map(({ reason }) => reason)).toEqual(
          name === 'events' ? Array(5).fill('no platform is known') : [],
        )
      }
    }
    const events = await database.query(
      `select source from events where import_key like 'evt-%' and source ->> 'source_seen' like 'http%'`,
    )
    expect(events).toHaveLength(75)
  })
})

it('every event has the name of its series', async () => {
  expect(await listNamesWithoutSeriesName(database)).toEqual([])
})

describe('people who asked not to be listed', () => {
  it('stay off events by name, with no numbers by channel, whatever the file says', async () => {
    await database.query(`insert into opt_outs (platform, name_key, created_at)
      values ('', 'ana garcía', 1), ('twitch', 'quiet_one', 1)`)
    const participants = [
      { display_name: 'Ana García' },
      { display_name: 'Quiet One', platform: 'twitch', account: 'Quiet_One' },
    ]
    await take([eventRow('quiet', { participants })])
    const streamers = [
      { display_name: 'Quiet One', platform: 'twitch', account: 'Quiet_One', followers: 900 },
    ]
    for (const rows of [streamers, streamers]) await take(rows)
    await take([eventRow('quiet', { participants, notes: 'again' })])
    const named = await database.query(`select p.display_name, s.followers, s.source, s.unlisted_at
      from event_participants p left join streamers s on s.id = p.streamer_id
      where p.event_id = (select id from events where import_key = 'quiet')`)
    expect(named).toEqual([
      { display_name: 'Quiet One', followers: null, source: null, unlisted_at: 1 },
    ])
  })
})
