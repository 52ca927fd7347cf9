import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import type { Ctx, Moderator } from '#worker/context.ts'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import { mergeGames } from './merge-games.ts'
import { mergeStreamers } from '#worker/features/directory/streamers/merge-streamers.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { runsOf } from '#tests/support/runs.ts'

let database: TemporaryDatabase
let world: { environment: never }
let ctx: Ctx<Moderator>
let users: number[]
let count = 0

beforeAll(async () => {
  database = await startTemporaryDatabase()
  world = { environment: { db: database.db } as never }
  ctx = {
    db: database.db,
    now: 1,
    actor: { kind: 'system' },
    locale: 'en',
    send: async () => undefined,
  } as unknown as Ctx<Moderator>
  users = (
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        query<{ id: number }>(
          world,
          `insert into users (username, username_key, created_at)
            values ('fan-${number}', 'fan-${number}', 0) returning id`,
        ),
      ),
    )
  ).flatMap((made) => made.map(({ id }) => id))
})
afterAll(() => database.remove())

const nodes = 5
const node = fc.nat(nodes - 1)
/** Follows by user and game, the games of each event, and merges in turn. */
const graph = fc.record({
  follows: fc.uniqueArray(fc.tuple(fc.nat(3), node, fc.boolean()), {
    maxLength: 12,
    selector: ([user, of]) => `${user} ${of}`,
  }),
  events: fc.array(fc.uniqueArray(node, { minLength: 1, maxLength: 3 }), { maxLength: 4 }),
  merges: fc.array(fc.tuple(node, node), { maxLength: 6 }),
})
type Graph = typeof graph extends fc.Arbitrary<infer Value> ? Value : never

/** Where each ends up, by the rules alone: a merge counts while both are there. */
function endsOf(merges: Graph['merges']): number[] {
  const at = Array.from({ length: nodes }, (_, index) => index)
  const gone = new Set<number>()
  for (const [from, into] of merges) {
    if (from === into || gone.has(from) || gone.has(into)) continue
    gone.add(from)
    for (const [index, end] of at.entries()) if (end === from) at[index] = into
  }
  return at
}

/** Each follow once, with notifications if any of those that became it had them. */
function followsAfter({ follows }: Graph, ends: number[]): string[] {
  const merged = new Map<string, boolean>()
  for (const [user, of, isNotified] of follows) {
    const key = `${ends[of]} ${user}`
    merged.set(key, (merged.get(key) ?? false) || isNotified)
  }
  return [...merged].map(([key, isNotified]) => `${key} ${Number(isNotified)}`).sort()
}

type Kind = {
  name: 'game' | 'streamer'
  place: (name: string) => Promise<number>
  merge: (from: number, into: number) => Promise<unknown>
  placeEvents: (ids: number[], events: number[][]) => Promise<unknown>
  /** The pairs of event and node, by the node’s place in the graph. */
  shown: string
}

const kinds: Kind[] = [
  {
    name: 'game',
    place: (name) => insertGame(world, name),
    merge: (from, into) => mergeGames(ctx, { from: from as GameId, into: into as GameId }),
    placeEvents: (ids, events) =>
      Promise.all(
        events.map(([first = 0]) =>
          createEvent(world, { startAt: 1, endAt: 2, gameId: ids[first] }),
        ),
      ),
    shown: 'select game_id as node, count(*) as events from events group by game_id',
  },
  {
    name: 'streamer',
    place: (name) => insertStreamer(world, name),
    merge: (from, into) =>
      mergeStreamers(ctx, { from: from as StreamerId, into: into as StreamerId }),
    placeEvents: (ids, events) =>
      Promise.all(
        events.map((among) =>
          createEvent(world, {
            startAt: 1,
            endAt: 2,
            streamerIds: among.map((index) => ids[index] ?? 0),
          }),
        ),
      ),
    shown: `select streamer_id as node, count(distinct event_id) as events
      from event_participants group by streamer_id`,
  },
]

function eventsAfter(kind: Kind, { events }: Graph, ends: number[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const among of events) {
    const shown = kind.name === 'game' ? among.slice(0, 1) : among
    for (const end of new Set(shown.map((index) => ends[index]))) {
      counts[String(end)] = (counts[String(end)] ?? 0) + 1
    }
  }
  return counts
}

test.each(kinds)(
  'no order of merges of a $name loses a follow or an event',
  async (kind) => {
    const { name, place, merge, placeEvents, shown } = kind
    await fc.assert(
      fc.asyncProperty(graph, async (drawn) => {
        await query(world, 'delete from events')
        await query(world, `delete from ${name}s`)
        await query(world, 'delete from merged_addresses')
        const ids: number[] = []
        for (let index = 0; index < nodes; index += 1) ids.push(await place(`${name} ${++count}`))
        for (const [user, of, isNotified] of drawn.follows) {
          await query(
            world,
            `insert into ${name}_follows (user_id, ${name}_id, is_notified, created_at) values (?, ?, ?, 0)`,
            users[user] ?? 0,
            ids[of] ?? 0,
            Number(isNotified),
          )
        }
        await placeEvents(ids, drawn.events)
        for (const [from, into] of drawn.merges) {
          await merge(ids[from] ?? 0, ids[into] ?? 0).catch(() => undefined)
        }

        const ends = endsOf(drawn.merges)
        const nodeOf = (id: number) => ids.indexOf(id)
        const follows = await query<{ id: number; user: number; isNotified: number }>(
          world,
          `select ${name}_id as id, user_id as user, is_notified as isNotified from ${name}_follows`,
        )
        expect(
          follows
            .map(({ id, user, isNotified }) => `${nodeOf(id)} ${users.indexOf(user)} ${isNotified}`)
            .sort(),
        ).toEqual(followsAfter(drawn, ends))
        const events = await query<{ node: number; events: number }>(world, shown)
        expect(
          Object.fromEntries(events.map((row) => [String(nodeOf(row.node)), row.events])),
        ).toEqual(eventsAfter(kind, drawn, ends))
        const counted = await query<{ kept: number; there: number }>(
          world,
          `select follow_count as kept, (select count(*) from ${name}_follows where ${name}_id = t.id) as there
          from ${name}s t`,
        )
        expect(counted.filter(({ kept, there }) => kept !== there)).toEqual([])
        const leading = await query<{ into: number }>(
          world,
          'select into_id as "into" from merged_addresses where kind = ?',
          name,
        )
        const left = new Set(ends)
        expect(leading.map(({ into }) => left.has(nodeOf(into)))).toEqual(
          Array.from({ length: nodes - left.size }, () => true),
        )
      }),
      { numRuns: runsOf({ few: 20, many: 200 }) },
    )
  },
  300_000,
)
