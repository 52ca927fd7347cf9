import * as v from 'valibot'
import { dayMs, maxProposedEventDays } from '#worker/contracts/durations.ts'
import { isLongerThanDays } from '#worker/contracts/event-length.ts'
import type { EventId, StreamerId } from '#worker/contracts/ids.ts'
import { toSingleLine } from '#worker/contracts/text.ts'
import { toInstant } from '#worker/contracts/time.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { EventInput } from '#worker/features/moderation/proposals/contract.ts'
import type { SkipReason } from './contract.ts'
import { computeFingerprint } from './fingerprint.ts'
import { findMovedEntries, findRenamedEntries, toSeriesUid } from './moved.ts'
import {
  scheduleHorizonMs,
  type FeedSnapshot,
  type ScheduledItem,
  type UnreadableItem,
} from './scheduled-item.ts'
import type { ImportedEntry, ImportedEvent, ScheduleSource } from './source-rows.ts'

/** A source that fails to list something once has not cancelled it. */
const runsUntilGone = 2
/** One that fails to list nearly everything is more likely broken than empty. */
export const massCancellationHoldMs = dayMs
const fewestForGap = 3
/** Two readings are two only some time apart: runs by hand may follow each other in seconds. */
const apartMs = 30 * 60_000

export type ReconcileDecision =
  | { outcome: 'created'; input: EventInput }
  | { outcome: 'updated'; input: EventInput; eventId: EventId; isSameText?: boolean }
  | { outcome: 'restored'; input: EventInput; eventId: EventId }
  | { outcome: 'cancelled'; eventId: EventId }
  | { outcome: 'missing'; eventId: EventId; isHeld: boolean }
  | { outcome: 'unchanged' }
  | { outcome: 'skipped'; reason: SkipReason }
export type ReconciledEntry = {
  uid: string
  /** The UID it was imported by, where it has another by now. */
  formerUid?: string
  name: string
  startAt: number | null
  decision: ReconcileDecision
}

export type ReconcileSource = Pick<
  ScheduleSource,
  | 'kind'
  | 'streamerId'
  | 'platform'
  | 'account'
  | 'category'
  | 'language'
  | 'timezone'
  | 'isOwn'
  | 'lastRunAt'
>

function toEventName({ name }: ScheduledItem): string {
  return toSingleLine(name, 120)
}

/** Undefined where the entry lacks what an event must have. */
export function toEventInput(item: ScheduledItem, source: ReconcileSource): EventInput | undefined {
  const { platform, account, streamerId, timezone, language, category } = source
  const channel = platforms[platform].watchUrl(account)
  const isWebUrl = /^https?:\/\//i.test(item.url ?? '')
  const parsed = v.safeParse(EventInput, {
    name: toEventName(item),
    description: removeControlCharacters(item.description).slice(0, 5000).toWellFormed(),
    start: toInstant(item.startAt),
    end: toInstant(item.endAt),
    timezone: item.timezone ?? timezone,
    time_certainty: item.isDateOnly ? 'date_only' : 'exact',
    language,
    platform,
    streaming_account_name: account,
    category,
    participants: [{ streamer_id: streamerId satisfies StreamerId }],
    proof_url: isWebUrl ? item.url : channel,
  })
  return parsed.success ? parsed.output : undefined
}

function removeControlCharacters(text: string): string {
  // eslint-disable-next-line no-control-regex -- a calendar may hold anything
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
}

const skipItem = (reason: SkipReason): ReconcileDecision => ({ outcome: 'skipped', reason })

/** An event that the import took off itself is still its to change. */
function findLockReason(known: ImportedEntry, now: number): SkipReason | undefined {
  const { event, takenOffAt } = known
  if (!event || event.status === 'rejected' || event.approveAt !== null) return 'decided'
  const isOff = event.status === 'disabled' || event.cancelledAt !== null
  if (takenOffAt === null ? isOff : takenOffAt !== event.updatedAt) return 'decided'
  if (event.endAt <= now) return 'past'
  return event.fingerprint === known.fingerprint ? undefined : 'changed_by_hand'
}

function isTooLong({ startAt, endAt, timezone }: ScheduledItem, source: ReconcileSource): boolean {
  const times = { start: startAt, end: endAt, timezone: timezone ?? source.timezone }
  return isLongerThanDays(times, maxProposedEventDays)
}

function decideNew(item: ScheduledItem, source: ReconcileSource, now: number): ReconcileDecision {
  if (item.isOff) return skipItem('off')
  if (item.startAt <= now) return skipItem('past')
  if (item.startAt > now + scheduleHorizonMs) return skipItem('too_far')
  if (isTooLong(item, source)) return skipItem('too_long')
  const input = toEventInput(item, source)
  return input ? { outcome: 'created', input } : skipItem('invalid')
}

function findTimesRefusal(
  item: ScheduledItem,
  { startAt }: ImportedEvent,
  source: ReconcileSource,
  now: number,
): SkipReason | undefined {
  if (isTooLong(item, source)) return 'too_long'
  const isMoved = item.startAt !== startAt
  return isMoved && Math.min(item.startAt, startAt) <= now ? 'past' : undefined
}

function decideKnownItem(
  item: ScheduledItem,
  known: ImportedEntry,
  source: ReconcileSource,
  now: number,
): ReconcileDecision {
  const hold = findLockReason(known, now)
  const { event } = known
  if (hold || !event) return skipItem(hold ?? 'decided')
  if (item.isOff) {
    return known.takenOffAt === null ? { outcome: 'cancelled', eventId: event.id } : skipItem('off')
  }
  const refusal = findTimesRefusal(item, event, source, now)
  return refusal ? skipItem(refusal) : decideListedItem(item, { ...known, event }, source)
}

function decideListedItem(
  item: ScheduledItem,
  { event, takenOffAt, fingerprint }: ImportedEntry & { event: ImportedEvent },
  source: ReconcileSource,
): ReconcileDecision {
  const isTakenOff = takenOffAt !== null
  const input = toEventInput(item, source)
  if (!input) return skipItem('invalid')
  const announced = computeFingerprint(input)
  const isSame = announced === fingerprint
  const isSameText = isSame || announced === event.plainFingerprint
  if (isSame && !isTakenOff) return { outcome: 'unchanged' }
  if (!isSameText && !canRewriteEvent(event.status, source)) return skipItem('decided')
  const eventId = event.id
  return isTakenOff
    ? { outcome: 'restored', input, eventId }
    : { outcome: 'updated', input, eventId, isSameText }
}

/** A text that was reviewed stays as it was, unless it comes from its owner's own channel. */
export function canRewriteEvent(status: EventStatus, { isOwn }: ReconcileSource): boolean {
  return status !== 'approved' || isOwn
}

type ExpectedEntry = ImportedEntry & { event: ImportedEvent }

function isExpectedEntry(known: ImportedEntry, now: number): known is ExpectedEntry {
  const { event, takenOffAt } = known
  if (!event || takenOffAt !== null || findLockReason(known, now)) return false
  return event.startAt > now && event.startAt < now + scheduleHorizonMs
}

type VanishContext = { isCounted: boolean; isBroken: boolean; now: number }

function decideVanishedEntry(
  known: ExpectedEntry,
  { isCounted, isBroken, now }: VanishContext,
): ReconciledEntry {
  const { event, uid, missingRuns, missingSince } = known
  const isHeld = isBroken && (missingSince === null || now - missingSince < massCancellationHoldMs)
  const isGone = isCounted && missingRuns + 1 >= runsUntilGone && !isHeld
  const decision: ReconcileDecision = isGone
    ? { outcome: 'cancelled', eventId: event.id }
    : { outcome: 'missing', eventId: event.id, isHeld }
  return { uid, name: event.name, startAt: event.startAt, decision }
}

export function isLongAfterLastRun({ lastRunAt }: ReconcileSource, now: number): boolean {
  return lastRunAt === null || now - lastRunAt >= apartMs
}

/** Nothing may be concluded about an entry that cannot be read, or about its times. */
function isUidOfItem(known: string, { uid }: UnreadableItem): boolean {
  return uid === '' || known === uid || known.startsWith(`${uid}|`)
}

/** An entry that cannot be read may be there; one that is paused is not. */
export function createListedUidCheck(snapshot: FeedSnapshot): (uid: string) => boolean {
  const { items, unreadable, calledOff = [] } = snapshot
  const listed = new Set(items.filter(({ isPaused }) => !isPaused).map(({ uid }) => uid))
  const off = new Set(calledOff)
  return (uid) =>
    listed.has(uid) || off.has(toSeriesUid(uid)) || unreadable.some((one) => isUidOfItem(uid, one))
}

/** Times of entries that are off as a whole, which their source need not list one by one. */
function decideCalledOffEntries({
  items,
  calledOff = [],
  known,
  now,
}: ReconcileInput): ReconciledEntry[] {
  const listed = new Set(items.map(({ uid }) => uid))
  const off = new Set(calledOff)
  return known.flatMap((one): ReconciledEntry[] => {
    const { uid, event, takenOffAt } = one
    if (!event || takenOffAt !== null || listed.has(uid) || !off.has(toSeriesUid(uid))) return []
    if (findLockReason(one, now)) return []
    const decision = { outcome: 'cancelled', eventId: event.id } as const
    return [{ uid, name: event.name, startAt: event.startAt, decision }]
  })
}

type ReconcileInput = FeedSnapshot & {
  known: ImportedEntry[]
  source: ReconcileSource
  now: number
}

/** Times of a series know each other; others are told by name, where nobody decided on them. */
function findMovedItems({ items, known, source, now }: ReconcileInput, vanished: ImportedEntry[]) {
  const uids = new Set(known.map(({ uid }) => uid))
  const fresh = items.filter(
    (one) => !uids.has(one.uid) && !one.isOff && !one.isPaused && one.startAt > now,
  )
  return findMovedEntries({
    items: fresh,
    vanished,
    isSame: (item, before) =>
      toSeriesUid(item.uid) === toSeriesUid(before.uid) ||
      (toEventName(item) === before.event.name &&
        (item.startAt === before.event.startAt ||
          (source.kind !== 'ical_file' && !findLockReason(before, now)))),
    now,
  })
}

/**
 * A file says nothing of what it leaves out; of other sources, what two complete runs in a row miss
 * is off. Where nearly all is missing, it has to be so for a day.
 */
export function reconcile(input: ReconcileInput): ReconciledEntry[] {
  const { items, unreadable, passedOver = [], isComplete, known, source, now } = input
  const byUid = new Map(known.map((one) => [one.uid, one]))
  const isListed = createListedUidCheck(input)
  const vanished = known.filter(({ uid }) => !isListed(uid))
  const moved = new Map([
    ...(isComplete ? findMovedItems(input, vanished) : []),
    ...findRenamedEntries(
      items.filter(({ uid }) => !byUid.has(uid)),
      vanished,
    ),
  ])
  const paused = new Set(items.flatMap(({ uid, isPaused }) => (isPaused ? [uid] : [])))
  const readable = items.flatMap((item): ReconciledEntry[] => {
    const { uid, name, startAt } = item
    const former = moved.get(item)
    const before = byUid.get(uid) ?? former
    if (item.isPaused) return before ? [] : [{ uid, name, startAt, decision: skipItem('off') }]
    const decision = before
      ? decideKnownItem(item, before, source, now)
      : decideNew(item, source, now)
    return [{ uid, ...(former && { formerUid: former.uid }), name, startAt, decision }]
  })
  const decided = [
    ...readable,
    ...decideCalledOffEntries(input),
    ...unreadable.map(({ reason = 'unreadable', ...one }): ReconciledEntry => ({
      ...one,
      decision: skipItem(reason),
    })),
  ]
  if (source.kind === 'ical_file' || !isComplete) return decided
  const isCounted = isLongAfterLastRun(source, now)
  const found = new Set(moved.values())
  const expected = known.filter((one) => isExpectedEntry(one, now))
  const gone = expected.filter((one) => !isListed(one.uid) && !found.has(one))
  const dropped = gone.filter(({ uid }) => !paused.has(uid))
  const isMostDropped = expected.length >= fewestForGap && dropped.length * 2 > expected.length
  const isBroken = items.length + unreadable.length + passedOver.length === 0 || isMostDropped
  return [
    ...decided,
    ...gone.map((one) =>
      decideVanishedEntry(one, { isCounted, isBroken: isBroken && !paused.has(one.uid), now }),
    ),
  ]
}
