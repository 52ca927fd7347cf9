import { sql, type SQL } from 'drizzle-orm'
import { dayMs, hourMs, minuteMs } from '#worker/contracts/durations.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { batch, type Database, type Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { notNullable } from '#worker/db/row.ts'
import { select } from '#worker/db/statement.ts'
import { slugOf } from '#worker/contracts/slugs.ts'
import { jsonField, jsonRows, update } from '#worker/db/writes.ts'
import {
  eventImportStatements,
  type NewEvent,
} from '#worker/features/imports/files/event-writes.ts'
import { toNameKey } from '#worker/features/directory/names.ts'
import { insertDemoHypes, demoProposers, type DemoHypeCount } from './demo-members.ts'
import {
  findTodayInEventZone,
  listOccurrences,
  type DemoEvent,
  type Occurrence,
} from './demo-occurrences.ts'
import { toPosterPath } from './demo-pictures.ts'

type DemoEventRow = {
  import_key: string
  status: 'pending' | 'approved'
  proposer: string | null
  born_at: number
  approved_at: number | null
  series: string | null
  thumbnail_path: string | null
  previous_start_at: number | null
  cancelled_at: number | null
  cancel_reason: string | null
}
type PlannedDemoEvent = { write: NewEvent; standing: DemoEventRow; wanted: DemoHypeCount }

function formatImportKey(event: DemoEvent, { date }: Occurrence): string {
  return `demo-${event.key}-${date}`
}

function toNewEvent(
  event: DemoEvent,
  anchor: string,
  occurrence: Occurrence,
  now: number,
): NewEvent {
  const { key, game = null, group = null } = event
  const source = { fictional: true, demo_key: key, anchor, imported_at: now }
  return {
    importKey: formatImportKey(event, occurrence),
    slug: `${slugOf(event.name).slice(0, 69).replace(/-+$/, '')}-${occurrence.date}`,
    name: event.name,
    description: event.description,
    startAt: occurrence.startAt,
    endAt: occurrence.endAt,
    timezone: event.timezone,
    timeCertainty: event.time_certainty,
    language: event.language,
    platform: event.platform,
    streamingAccountName: event.streaming_account_name,
    category: event.category,
    proofUrl: `https://example.com/demo/${key}`,
    additionalInfo: event.additional_info ?? null,
    source: JSON.stringify(source),
    gameKey: game && toNameKey(game),
    groupKey: group && toNameKey(group),
    groupName: group,
    channels: event.channels,
    participants: event.participants.map((name) => toParticipant(name, event)),
  }
}

/** With the channel that bears their name, by which pages call it instead of by its address. */
function toParticipant(name: string, { channels }: DemoEvent): NewEvent['participants'][number] {
  const account = `demo_${slugOf(name).replaceAll('-', '')}`
  const channel = channels.find((one) => one.account === account)
  return {
    displayName: name,
    platform: channel?.platform ?? null,
    account: channel?.account ?? null,
    accountKey: channel?.account ?? null,
    nameKey: toNameKey(name),
  }
}

function toDemoEventRow(
  event: DemoEvent,
  write: NewEvent,
  index: number,
  now: number,
): DemoEventRow {
  const { importKey: import_key, startAt } = write
  const { repeat_days, poster, moved_by_minutes, cancel_reason = null } = event
  const facts = {
    import_key,
    series: repeat_days === undefined ? null : event.key,
    thumbnail_path: poster === undefined ? null : toPosterPath(poster),
    previous_start_at:
      moved_by_minutes === undefined ? null : startAt - moved_by_minutes * minuteMs,
    cancelled_at: cancel_reason === null ? null : now - 3 * hourMs,
    cancel_reason,
  }
  if (event.status === 'pending') {
    const proposer = demoProposers[index % demoProposers.length] ?? null
    const born_at = now - (index % 9) * hourMs
    return { ...facts, status: 'pending', proposer, born_at, approved_at: null }
  }
  const born_at = Math.min(now, startAt) - 21 * dayMs - index * minuteMs
  return { ...facts, status: 'approved', proposer: null, born_at, approved_at: born_at }
}

/** Later occurrences have fewer hypes: people hype what is near. */
function countDemoHypes(event: DemoEvent, write: NewEvent, now: number): number {
  const daysAhead = Math.max(0, (write.startAt - now) / dayMs)
  return Math.round(event.seed_hypes * (1 - Math.min(0.7, daysAhead / 50)))
}

function rowField<Name extends keyof DemoEventRow>(name: Name): SQL<DemoEventRow[Name]> {
  return jsonField(name)
}

function updateDemoEvents(standings: DemoEventRow[]): Statement {
  return update(
    events,
    {
      status: rowField('status'),
      seriesId: rowField('series'),
      createdAt: rowField('born_at'),
      approvedAt: rowField('approved_at'),
      thumbnailPath: rowField('thumbnail_path'),
      previousStartAt: rowField('previous_start_at'),
      cancelledAt: rowField('cancelled_at'),
      cancelReason: rowField('cancel_reason'),
      proposerId: sql<UserId | null>`(select ${users.id} from ${users}
        where ${users.usernameKey} = ${rowField('proposer')})`,
    },
    {
      from: jsonRows(standings),
      where: sql`${events.importKey} = ${rowField('import_key')}`,
    },
  )
}

const anchorColumns = {
  importKey: notNullable(events.importKey),
  key: sql<string>`${events.source} ->> 'demo_key'`,
  anchor: sql<string>`${events.source} ->> 'anchor'`,
}

/** The day when each demo event was first loaded; its offsets count from there. */
async function readDemoAnchors(db: Database) {
  const { known } = await batch(db, 'read', {
    known: select(
      anchorColumns,
      sql`from ${events} where ${events.importKey} >= 'demo-' and ${events.importKey} < 'demo.'`,
    ),
  })
  return {
    importKeys: new Set(known.map((knownEvent) => knownEvent.importKey)),
    anchors: new Map(known.map((knownEvent) => [knownEvent.key, knownEvent.anchor])),
  }
}

export async function hasDemoEvents(db: Database): Promise<boolean> {
  return (await readDemoAnchors(db)).importKeys.size > 0
}

/** All in one transaction would take a busy machine longer than a call to the database may. */
const eventsAtOnce = 40

export async function addUpcomingOccurrences(
  db: Database,
  now: number,
  demo: DemoEvent[],
): Promise<number> {
  const { importKeys, anchors } = await readDemoAnchors(db)
  const planned: PlannedDemoEvent[] = demo.flatMap((event, index) => {
    const anchor = anchors.get(event.key) ?? findTodayInEventZone(event, now)
    const missing = listOccurrences(event, anchor, now).filter(
      (occurrence) => !importKeys.has(formatImportKey(event, occurrence)),
    )
    return missing.map((occurrence) => {
      const write = toNewEvent(event, anchor, occurrence, now)
      const hypes = countDemoHypes(event, write, now)
      const wantedHypes = { import_key: write.importKey, hypes, subject: index }
      return { write, wanted: wantedHypes, standing: toDemoEventRow(event, write, index, now) }
    })
  })
  for (let start = 0; start < planned.length; start += eventsAtOnce) {
    await addPlannedEvents(db, now, planned.slice(start, start + eventsAtOnce))
  }
  return planned.length
}

async function addPlannedEvents(
  db: Database,
  now: number,
  planned: PlannedDemoEvent[],
): Promise<void> {
  const writes = planned.map((plannedEvent) => plannedEvent.write)
  await batch(db, 'write', [
    ...eventImportStatements(now, { groups: [], added: writes, updated: [], all: writes }),
    updateDemoEvents(planned.map((plannedEvent) => plannedEvent.standing)),
    ...insertDemoHypes(
      now,
      planned.map((plannedEvent) => plannedEvent.wanted),
    ),
  ])
}
