import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { toInstant, type EventId, type Platform } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { EventStatus, SimilarEvent } from './contract.ts'
import { accountKey } from './platforms.ts'

const nearMs = 6 * 3_600_000
const dayMs = 24 * 3_600_000
const alikeFrom = 0.6

/** What two events are compared by. */
export type Comparable = {
  name: string
  startAt: number
  timezone: string
  platform: Platform
  accountName: string | null
  /** Streamer ids, or names where the streamer is unknown. */
  participants: (string | number)[]
}

export type Neighbour = Comparable & {
  /** The event that it lies near to, where a query asks for several at once. */
  nearId: EventId | null
  id: EventId
  slug: string
  status: EventStatus
}

type NeighbourRow = Omit<Neighbour, 'participants'> & { participants: string }

const columns =
  sql.raw(`o.id, o.slug, o.name, o.start_at as startAt, o.timezone, o.status, o.platform,
  o.streaming_account_name as accountName,
  (select json_group_array(coalesce(streamer_id, display_name))
   from event_participants where event_id = o.id) as participants`)
const isStanding = sql.raw(`o.status in ('pending', 'approved') and o.cancelled_at is null`)

/** Everything within a day of an instant: what `similarTo` then sifts. */
export function selectAround(
  { db }: Ctx,
  startAt: number,
  exceptId: EventId | 0 = 0,
): Statement<NeighbourRow[]> {
  return rows<NeighbourRow>(
    db,
    sql`select null as nearId, ${columns} from events o where ${isStanding}
      and o.start_at between ${startAt - dayMs} and ${startAt + dayMs} and o.id <> ${exceptId}
      order by abs(o.start_at - ${startAt}) limit 500`,
  )
}

/** The same for every event of a list, in one query. */
export function selectAroundEach({ db }: Ctx, ids: SQL): Statement<NeighbourRow[]> {
  return rows<NeighbourRow>(
    db,
    sql`select p.id as nearId, ${columns} from events p join events o on ${isStanding}
      and o.start_at between p.start_at - ${dayMs} and p.start_at + ${dayMs} and o.id <> p.id
      where p.id in (${ids}) limit 2000`,
  )
}

function lettersOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

function trigrams(plain: string): Set<string> {
  const padded = `  ${plain} `
  return new Set(
    Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)),
  )
}

/** Shared trigrams over all trigrams, 0 to 1, without case, accents and digits. */
export function nameSimilarity(one: string, other: string): number {
  const letters = [lettersOf(one), lettersOf(other)] as const
  // Names of digits and signs alone have nothing to compare by.
  if (letters.includes('')) return one === other ? 1 : 0
  const [a, b] = [trigrams(letters[0]), trigrams(letters[1])]
  const shared = [...a].filter((trigram) => b.has(trigram)).length
  return shared / (a.size + b.size - shared)
}

/** Names as they compare; ids stay. SQLite's own `lower` knows ASCII alone. */
export function comparableNames(participants: (string | number)[]): (string | number)[] {
  return participants.map((who) => (typeof who === 'string' ? who.toLowerCase() : who))
}

/** Making one costs more than all its uses. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayOf({ startAt, timezone }: Comparable): string {
  let format = dayFormats.get(timezone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: timezone })
    dayFormats.set(timezone, format)
  }
  return format.format(startAt)
}

function isSameAccount(one: Comparable, other: Comparable): boolean {
  return (
    one.platform === other.platform &&
    one.accountName !== null &&
    other.accountName !== null &&
    accountKey(one.accountName) === accountKey(other.accountName)
  )
}

/**
 * The rule for near-duplicates: the same account or a shared participant within six hours, or on
 * the same day a name that is much alike.
 */
export function isSimilar(one: Comparable, other: Comparable): boolean {
  const isNear = Math.abs(one.startAt - other.startAt) <= nearMs
  const sharesSomebody = one.participants.some((who) => other.participants.includes(who))
  if (isNear && (isSameAccount(one, other) || sharesSomebody)) return true
  return dayOf(one) === dayOf(other) && nameSimilarity(one.name, other.name) >= alikeFrom
}

export function similarTo(event: Comparable, neighbours: NeighbourRow[]): SimilarEvent[] {
  return neighbours
    .map((row) => ({
      ...row,
      participants: comparableNames(JSON.parse(row.participants) as (string | number)[]),
    }))
    .filter((neighbour) => isSimilar(event, neighbour))
    .slice(0, 10)
    .map(({ id, slug, name, startAt, status, accountName }) => ({
      id,
      slug,
      name,
      start: toInstant(startAt),
      status,
      streaming_account_name: accountName,
    }))
}
