import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import type { SimilarEvent } from './contract.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { isActorReviewer } from './decisions.ts'

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

export type NearbyEvent = Comparable & {
  id: EventId
  slug: string
  status: EventStatus
  /** Whether the caller may read its name. */
  isNamed: number
}
type NearbyEventRow = Omit<NearbyEvent, 'participants'> & { participants: string }

/** Members read the names of what is public or their own; of the rest they hear that it waits. */
function columns(ctx: Ctx): SQL {
  const { actor } = ctx
  const isOwn = actor.kind === 'member' ? sql`o.proposer_id = ${actor.userId}` : sql`false`
  return sql`o.id, o.slug, o.name, o.start_at as startAt, o.timezone, o.status, o.platform,
    o.streaming_account_name as accountName,
    (select json_group_array(coalesce(streamer_id, display_name))
     from event_participants where event_id = o.id) as participants,
    o.status = 'approved' or coalesce(${isOwn}, 0) or ${isActorReviewer(ctx)} as isNamed`
}
const isStanding = sql.raw(`o.status in ('pending', 'approved') and o.cancelled_at is null`)

/** Everything within a day of an instant: what `similarTo` then sifts. */
export function selectNearbyEvents(
  ctx: Ctx,
  startAt: number,
  exceptId: EventId | 0 = 0,
): Statement<NearbyEventRow[]> {
  return rows<NearbyEventRow>(
    ctx.db,
    sql`select ${columns(ctx)} from events o where ${isStanding}
      and o.start_at between ${startAt - dayMs} and ${startAt + dayMs} and o.id <> ${exceptId}
      order by abs(o.start_at - ${startAt}) limit 500`,
  )
}

/** The same for every event of a list: each neighbour once, however many it lies near to. */
export function selectNearbyEventsOfEach(ctx: Ctx, ids: SQL): Statement<NearbyEventRow[]> {
  return rows<NearbyEventRow>(
    ctx.db,
    sql`select ${columns(ctx)} from events o where o.id in (
      select n.id from events p join events n on n.status in ('pending', 'approved')
        and n.cancelled_at is null
        and n.start_at between p.start_at - ${dayMs} and p.start_at + ${dayMs} and n.id <> p.id
      where p.id in (${ids})) limit 10000`,
  )
}

export function toNearbyEvents(around: NearbyEventRow[]): NearbyEvent[] {
  return around.map((row) => ({
    ...row,
    participants: comparableNames(JSON.parse(row.participants) as (string | number)[]),
  }))
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

type Spelling = { name: string; letters: string; trigrams: Set<string> }

function spell(name: string): Spelling {
  const letters = lettersOf(name)
  return { name, letters, trigrams: trigrams(letters) }
}

/** Shared trigrams over all trigrams, 0 to 1, without case, accents and digits. */
export function nameSimilarity(one: string, other: string): number {
  return similarity(spell(one), spell(other))
}

function similarity(one: Spelling, other: Spelling): number {
  // Names of digits and signs alone have nothing to compare by.
  if (one.letters === '' || other.letters === '') return one.name === other.name ? 1 : 0
  const shared = [...one.trigrams].filter((trigram) => other.trigrams.has(trigram)).length
  return shared / (one.trigrams.size + other.trigrams.size - shared)
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

type Traits = { day: string; spelling: Spelling }
/** Each event of a list is compared with many. */
const traits = new WeakMap<Comparable, Traits>()

function traitsOf(event: Comparable): Traits {
  let known = traits.get(event)
  if (!known) {
    known = { day: dayOf(event), spelling: spell(event.name) }
    traits.set(event, known)
  }
  return known
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
  const [a, b] = [traitsOf(one), traitsOf(other)]
  return a.day === b.day && similarity(a.spelling, b.spelling) >= alikeFrom
}

/** The near-duplicates among what lies around, the nearest first. */
export function similarTo(
  event: Comparable,
  neighbours: NearbyEvent[],
  exceptId: EventId | 0 = 0,
): SimilarEvent[] {
  const awayOf = ({ startAt }: NearbyEvent) => Math.abs(startAt - event.startAt)
  return neighbours
    .filter((one) => one.id !== exceptId && awayOf(one) <= dayMs && isSimilar(event, one))
    .toSorted((a, b) => awayOf(a) - awayOf(b))
    .slice(0, 10)
    .map(({ id, slug, name, startAt, status, platform, accountName, isNamed }) => ({
      id,
      slug: isNamed ? slug : null,
      name: isNamed ? name : null,
      start: toInstant(startAt),
      status,
      platform,
      streaming_account_name: accountName,
    }))
}
