import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import { writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from '#worker/db/schema/events.ts'
import { update } from '#worker/db/writes.ts'
import { fanOutBroadcasts } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { defaultProposalLimits } from '#worker/contracts/proposal-limits.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { runsOf } from '#tests/support/runs.ts'
import { publicationStatements } from './publication.ts'

const epoch = Date.UTC(2027, 2, 1, 12)
const hour = 3_600_000
const starts = [epoch + 10 * hour, epoch + 20 * hour, epoch + 30 * hour] as const

let database: TemporaryDatabase
let gameId = 0
beforeAll(async () => {
  database = await startTemporaryDatabase()
  gameId = await insert(`insert into games (slug, name, name_key, created_at)
    values ('game', 'Game', 'game', 0)`)
  const userId = await insert(`insert into users (username, username_key, created_at)
    values ('fan', 'fan', 0)`)
  await database.query(`insert into game_follows (game_id, user_id, created_at)
    values (${gameId}, ${userId}, 0)`)
})
afterAll(() => database.remove())

async function insert(text: string): Promise<number> {
  const [row] = await database.query<{ id: number }>(`${text} returning id`)
  return row?.id ?? 0
}

function ctxAt(now: number): Ctx<System> {
  const send = () => Promise.resolve()
  const config = { PROPOSAL_LIMITS: defaultProposalLimits }
  return { db: database.db, now, actor: { kind: 'system' }, config, send } as unknown as Ctx<System>
}

/** A pending event that the one member hyped, and whose game they follow. */
async function addEvent(): Promise<EventId> {
  const { id } = await createEvent(database, {
    status: 'pending',
    startAt: starts[0],
    endAt: epoch + 99 * hour,
    gameId,
  })
  await database.query(`insert into hypes (event_id, user_id, created_at)
    select ${id}, id, 0 from users`)
  return id
}

async function approve(id: EventId, now: number): Promise<void> {
  const ctx = ctxAt(now)
  await writeInOrder(ctx, [
    update(
      events,
      { status: 'approved', approvedAt: now, reviewedAt: now, updatedAt: now },
      { where: sql`${events.id} = ${id}` },
    ),
    publicationStatements(ctx, id).effects,
  ])
}

type Act = { name: 'approve' | 'withdraw' | 'work' } | { name: 'edit'; to: number }

/** The notifications that the member should have received, from the rules alone. */
class Model {
  isOn = false
  start: number = starts[0]
  left: number | undefined
  move: string | undefined
  news: 'none' | 'waiting' | 'sent' = 'none'
  notified: string[] = []

  run(act: Act, now: number): void {
    if (act.name === 'edit' && !this.isOn) this.start = act.to
    if (act.name === 'withdraw' && this.isOn) {
      this.isOn = false
      this.left = this.start
    }
    if (act.name === 'approve' && !this.isOn) this.publish(now)
    if (act.name === 'work' && this.isOn && this.start > now) this.work()
  }

  publish(now: number): void {
    this.isOn = true
    const isAhead = this.start > now
    if (this.left !== undefined && this.left !== this.start) {
      this.move = isAhead ? `${this.left} → ${this.start}` : undefined
    }
    if (this.news === 'none' && isAhead) this.news = 'waiting'
  }

  work(): void {
    if (this.news === 'waiting') {
      this.notified.push('new')
      this.news = 'sent'
    }
    if (this.move?.endsWith(` ${this.start}`)) {
      this.notified.push(this.move)
      this.move = undefined
    }
  }
}

async function execute(id: EventId, act: Act, now: number, model: Model): Promise<void> {
  if (act.name === 'work')
    await fanOutBroadcasts(ctxAt(now), { type: 'fan_out_broadcasts', eventId: id })
  if (act.name === 'approve' && !model.isOn) await approve(id, now)
  if (act.name === 'edit' && !model.isOn) {
    await database.query(
      `update events set start_at = ${act.to}, updated_at = ${now} where id = ${id}`,
    )
  }
  if (act.name === 'withdraw' && model.isOn) {
    await database.query(`update events set status = 'pending', previous_start_at = start_at,
      approved_at = null, updated_at = ${now} where id = ${id}`)
  }
}

async function listNotified(id: EventId): Promise<string[]> {
  const found = await database.query<{
    fact: string
  }>(`select iif(kind = 'new_event_followed', 'new',
      (payload ->> 'old') || ' → ' || (payload ->> 'start')) as fact
    from deliveries where event_id = ${id} and channel = 'in_app' order by id`)
  return found.map(({ fact }) => fact)
}

const to = fc.constantFrom(...starts)
const single: fc.Arbitrary<Act[]> = fc.oneof(
  fc.constantFrom<Act[]>([{ name: 'approve' }], [{ name: 'withdraw' }], [{ name: 'work' }]),
  to.map((start): Act[] => [{ name: 'edit', to: start }]),
)
const move = fc
  .tuple(to, fc.boolean())
  .map(([start, isTold]): Act[] => [
    { name: 'withdraw' },
    { name: 'edit', to: start },
    { name: 'approve' },
    ...(isTold ? [{ name: 'work' } as const] : []),
  ])
/** Most come soon after one another; some after a start has passed. */
const pause = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(1, 1000) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 * hour }) },
)
const course = fc.array(fc.tuple(fc.oneof(single, move), pause), { minLength: 2, maxLength: 14 })

test('whatever is withdrawn, moved, approved, repeated or late, each move and the news are sent once', async () => {
  await fc.assert(
    fc.asyncProperty(course, async (groups) => {
      const id = await addEvent()
      const model = new Model()
      let now = epoch
      for (const [acts, ms] of groups) {
        now += ms
        for (const one of acts) {
          now += 1
          await execute(id, one, now, model)
          model.run(one, now)
        }
      }
      expect((await listNotified(id)).toSorted()).toEqual(model.notified.toSorted())
    }),
    { numRuns: runsOf({ few: 20, many: 400 }) },
  )
}, 300_000)
