import { sql, type SQL } from 'drizzle-orm'
import { dayMs, hourMs, maxEventDays } from '#worker/contracts/durations.ts'
import { formatLocalDate } from '#worker/contracts/local-date.ts'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { channelNameSql } from '#worker/features/events/event-people.ts'
import type { SimilarEvent } from './contract.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { isActorReviewer } from './decisions.ts'

const nearMs = 6 * hourMs
const alikeFrom = 0.6
const probableFrom = 0.5
export const maxSimilarEvents = 10

export type ComparableEvent = {
  name: string
  startAt: number
  timezone: string
  platform: Platform
  accountName: string | null
  /** Streamer ids, or names where the streamer is unknown. */
  participants: (string | number)[]
}

/** Members read the names of what is public or their own; of the rest they hear that it waits. */
function nearbyEventColumns(ctx: Ctx) {
  const { actor } = ctx
  const isOwn = actor.kind === 'member' ? sql`${events.proposerId} = ${actor.userId}` : sql`false`
  return {
    id: events.id,
    slug: events.slug,
    name: events.name,
    startAt: events.startAt,
    timezone: events.timezone,
    status: events.status,
    platform: events.platform,
    accountName: events.streamingAccountName,
    channelName: channelNameSql(events),
    participants: sql<string>`(select json_group_array(
        coalesce(${eventParticipants.streamerId}, ${eventParticipants.displayName}))
      from ${eventParticipants} where ${eventParticipants.eventId} = ${events.id})`,
    isNamed: booleanSql(sql`${events.status} = 'approved' or coalesce(${isOwn}, 0)
      or ${isActorReviewer(ctx)}`),
  }
}
type NearbyEventRow = RowOf<ReturnType<typeof nearbyEventColumns>>
export type NearbyEvent = Omit<NearbyEventRow, 'participants'> & ComparableEvent

const isPendingOrApproved = (table: typeof events) =>
  sql`${table.status} in ('pending', 'approved') and ${table.cancelledAt} is null`

export function selectNearbyEvents(
  ctx: Ctx,
  startAt: number,
  exceptId: EventId | 0 = 0,
): Statement<NearbyEventRow[]> {
  return select(
    nearbyEventColumns(ctx),
    sql`from ${events} where ${isPendingOrApproved(events)}
      and ${events.startAt} between ${startAt - dayMs} and ${startAt + dayMs}
      and ${exceptId} not in (${events.id}, coalesce(${events.firstDateId}, ${events.id}))
      order by abs(${events.startAt} - ${startAt}) limit 500`,
  )
}

export function selectUpcomingEventsOnAccount(
  ctx: Ctx,
  platform: Platform,
  accountName: string,
): Statement<NearbyEventRow[]> {
  return select(
    nearbyEventColumns(ctx),
    sql`from ${events} where ${events.platform} = ${platform}
      and lower(${events.streamingAccountName}) = ${accountKey(accountName)}
      and ${events.startAt} > ${ctx.now - maxEventDays * dayMs} and ${events.endAt} > ${ctx.now}
      and ${isPendingOrApproved(events)}
      order by ${events.startAt} limit 5`,
  )
}

const listed = alias(events, 'listed')
const neighbour = alias(events, 'neighbour')

/** Each neighbour once, however many of the events it lies near to. */
export function selectNearbyEventsOfEach(ctx: Ctx, ids: SQL): Statement<NearbyEventRow[]> {
  return select(
    nearbyEventColumns(ctx),
    sql`from ${events} where ${events.id} in (
      select ${neighbour.id} from ${listed} join ${neighbour} on ${isPendingOrApproved(neighbour)}
        and ${neighbour.startAt} between ${listed.startAt} - ${dayMs} and ${listed.startAt} + ${dayMs}
        and ${neighbour.id} <> ${listed.id}
        and coalesce(${neighbour.firstDateId}, ${neighbour.id})
          <> coalesce(${listed.firstDateId}, ${listed.id})
      where ${listed.id} in (${ids})) limit 10000`,
  )
}

export function toNearbyEvents(rows: NearbyEventRow[]): NearbyEvent[] {
  return rows.map((row) => ({
    ...row,
    participants: normalizeParticipantNames(JSON.parse(row.participants) as (string | number)[]),
  }))
}

function extractLetters(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}\p{N}]/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
}

function splitTrigrams(plain: string): Set<string> {
  const padded = `  ${plain} `
  return new Set(
    Array.from({ length: padded.length - 2 }, (_, index) => padded.slice(index, index + 3)),
  )
}

type NameSpelling = { name: string; letters: string; trigrams: Set<string> }

function toNameSpelling(name: string): NameSpelling {
  const letters = extractLetters(name)
  return { name, letters, trigrams: splitTrigrams(letters) }
}

/** Shared trigrams over all trigrams, 0 to 1, without case, accents and digits. */
export function computeNameSimilarity(firstName: string, other: string): number {
  return computeTrigramSimilarity(toNameSpelling(firstName), toNameSpelling(other))
}

function computeTrigramSimilarity(firstSpelling: NameSpelling, other: NameSpelling): number {
  // Names of digits and signs alone have nothing to compare by.
  if (firstSpelling.letters === '' || other.letters === '')
    return firstSpelling.name === other.name ? 1 : 0
  const shared = [...firstSpelling.trigrams].filter((trigram) => other.trigrams.has(trigram)).length
  return shared / (firstSpelling.trigrams.size + other.trigrams.size - shared)
}

/** Names as they compare; ids stay. SQLite's own `lower` knows ASCII alone. */
export function normalizeParticipantNames(participants: (string | number)[]): (string | number)[] {
  return participants.map((who) => (typeof who === 'string' ? who.toLowerCase() : who))
}

type EventTraits = { day: string; spelling: NameSpelling }
/** Each event of a list is compared with many. */
const traits = new WeakMap<ComparableEvent, EventTraits>()

function getEventTraits(event: ComparableEvent): EventTraits {
  let cached = traits.get(event)
  if (!cached) {
    cached = {
      day: formatLocalDate(event.startAt, event.timezone),
      spelling: toNameSpelling(event.name),
    }
    traits.set(event, cached)
  }
  return cached
}

function isSameAccount(firstEvent: ComparableEvent, other: ComparableEvent): boolean {
  return (
    firstEvent.platform === other.platform &&
    firstEvent.accountName !== null &&
    other.accountName !== null &&
    accountKey(firstEvent.accountName) === accountKey(other.accountName)
  )
}

function isSameDay(firstEvent: ComparableEvent, other: ComparableEvent): boolean {
  return getEventTraits(firstEvent).day === getEventTraits(other).day
}

function compareNames(firstEvent: ComparableEvent, other: ComparableEvent): number {
  return computeTrigramSimilarity(
    getEventTraits(firstEvent).spelling,
    getEventTraits(other).spelling,
  )
}

/** 0 to 1.5: the same name says more than the same account. */
function computeLikeness(firstEvent: ComparableEvent, other: ComparableEvent): number {
  return compareNames(firstEvent, other) + (isSameAccount(firstEvent, other) ? 0.5 : 0)
}

/** An account or participant shared within six hours, or a name much alike on the same day. */
export function areSimilarEvents(firstEvent: ComparableEvent, other: ComparableEvent): boolean {
  const isNear = Math.abs(firstEvent.startAt - other.startAt) <= nearMs
  const sharesSomebody = firstEvent.participants.some((who) => other.participants.includes(who))
  if (isNear && (isSameAccount(firstEvent, other) || sharesSomebody)) return true
  return isSameDay(firstEvent, other) && compareNames(firstEvent, other) >= alikeFrom
}

/** Also anything on the same account that day: worth a look before more is typed. */
export function arePossiblySimilarEvents(
  firstEvent: ComparableEvent,
  other: ComparableEvent,
): boolean {
  return (
    areSimilarEvents(firstEvent, other) ||
    (isSameDay(firstEvent, other) && isSameAccount(firstEvent, other))
  )
}

/** The most alike first. */
export function pickSimilarEvents(
  event: ComparableEvent,
  neighbours: NearbyEvent[],
  exceptId: EventId | 0 = 0,
  isAlike = areSimilarEvents,
): SimilarEvent[] {
  const awayOf = ({ startAt }: NearbyEvent) => Math.abs(startAt - event.startAt)
  return neighbours
    .filter(
      (candidate) =>
        candidate.id !== exceptId && awayOf(candidate) <= dayMs && isAlike(event, candidate),
    )
    .map((candidate) => ({ candidate, likeness: computeLikeness(event, candidate) }))
    .toSorted((a, b) => b.likeness - a.likeness || awayOf(a.candidate) - awayOf(b.candidate))
    .slice(0, maxSimilarEvents)
    .map(({ candidate, likeness }) => toSimilarEvent(candidate, likeness >= probableFrom))
}

export function toSimilarEvent(event: NearbyEvent, isProbable: boolean): SimilarEvent {
  const { id, slug, name, startAt, status, platform, accountName, channelName, isNamed } = event
  return {
    id,
    slug: isNamed ? slug : null,
    name: isNamed ? name : null,
    start: toInstant(startAt),
    status,
    platform,
    streaming_account_name: accountName,
    channel_name: channelName,
    is_probable: isProbable,
  }
}
