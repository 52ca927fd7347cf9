import * as v from 'valibot'
import { toInstant, type EventId, type StreamerId } from '#worker/contract.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { platforms } from '#worker/features/events/platforms.ts'
import { EventInput } from '#worker/features/proposals/contract.ts'
import type { SkipReason } from './contract.ts'
import { fingerprintOf } from './fingerprint.ts'
import {
  horizonMs,
  type Announced,
  type ScheduledItem,
  type UnreadableItem,
} from './scheduled-item.ts'
import type { Known, Source } from './source-rows.ts'

const longestMs = 14 * 86_400_000
/** A source that fails to list something once has not cancelled it. */
const runsUntilGone = 2
/** Two readings are two only some time apart: runs by hand may follow each other in seconds. */
const apartMs = 30 * 60_000

export type Decision =
  | { outcome: 'created'; uid: string; input: EventInput }
  | { outcome: 'updated'; uid: string; input: EventInput; eventId: EventId }
  | { outcome: 'cancelled'; uid: string; eventId: EventId }
  | { outcome: 'missing'; uid: string }
  | { outcome: 'unchanged'; uid: string }
  | { outcome: 'skipped'; reason: SkipReason }
export type Decided = { name: string; startAt: number | null; decision: Decision }

/** What an entry becomes; undefined where it lacks what an event must have. */
export function toEventInput(item: ScheduledItem, source: Source): EventInput | undefined {
  const { platform, account, streamerId, timezone, language, category } = source
  const name = item.name.replaceAll(/\s+/g, ' ').trim().slice(0, 120)
  const channel = platforms[platform].watchUrl(account)
  const isPage = /^https?:\/\//i.test(item.url ?? '')
  const parsed = v.safeParse(EventInput, {
    name: name.toWellFormed(),
    description: withoutControls(item.description).slice(0, 5000).toWellFormed(),
    start: toInstant(item.startAt),
    end: toInstant(item.endAt),
    timezone: item.timezone ?? timezone,
    time_certainty: item.isDateOnly ? 'date_only' : 'exact',
    language,
    platform,
    streaming_account_name: account,
    category,
    participants: [{ streamer_id: streamerId satisfies StreamerId }],
    proof_url: isPage ? item.url : channel,
  })
  return parsed.success ? parsed.output : undefined
}

function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex -- a calendar may hold anything
  return text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, '')
}

const skip = (reason: SkipReason): Decision => ({ outcome: 'skipped', reason })

/** Why an event that an import made is no longer its to change. */
function holdOf(known: Known, now: number): SkipReason | undefined {
  const { event } = known
  if (!event || event.status === 'rejected' || event.status === 'disabled') return 'decided'
  if (event.cancelledAt !== null || event.approveAt !== null) return 'decided'
  if (event.endAt <= now) return 'past'
  return event.fingerprint === known.fingerprint ? undefined : 'changed_by_hand'
}

function decideNew(item: ScheduledItem, source: Source, now: number): Decision {
  if (item.isOff) return skip('off')
  if (item.startAt <= now) return skip('past')
  if (item.startAt > now + horizonMs) return skip('too_far')
  if (item.endAt - item.startAt > longestMs) return skip('too_long')
  const input = toEventInput(item, source)
  return input ? { outcome: 'created', uid: item.uid, input } : skip('invalid')
}

function decideKnown(item: ScheduledItem, known: Known, source: Source, now: number): Decision {
  const hold = holdOf(known, now)
  const { event } = known
  if (hold || !event) return skip(hold ?? 'decided')
  const { uid } = item
  if (item.isOff) return { outcome: 'cancelled', uid, eventId: event.id }
  if (item.endAt - item.startAt > longestMs) return skip('too_long')
  if (item.startAt !== event.startAt && Math.min(item.startAt, event.startAt) <= now) {
    return skip('past')
  }
  const input = toEventInput(item, source)
  if (!input) return skip('invalid')
  if (fingerprintOf(input) === known.fingerprint) return { outcome: 'unchanged', uid }
  if (!mayRewrite(event.status, source)) return skip('decided')
  return { outcome: 'updated', uid, input, eventId: event.id }
}

/** What was reviewed stays as it was reviewed, unless it comes from its owner's own channel. */
export function mayRewrite(status: EventStatus, { isOwn }: Source): boolean {
  return status !== 'approved' || isOwn === 1
}

/** What is no longer listed: counted first, cancelled when it stays away. */
function decideVanished(known: Known, isCounted: boolean, now: number): Decided[] {
  const { event, uid } = known
  if (!event || holdOf(known, now)) return []
  if (event.startAt <= now || event.startAt >= now + horizonMs) return []
  const isGone = isCounted && known.missingRuns + 1 >= runsUntilGone
  const decision: Decision = isGone
    ? { outcome: 'cancelled', uid, eventId: event.id }
    : { outcome: 'missing', uid }
  return [{ name: event.name, startAt: event.startAt, decision }]
}

/** Whether what a reading misses counts. */
export function isApart({ lastRunAt }: Source, now: number): boolean {
  return lastRunAt === null || now - lastRunAt >= apartMs
}

/** Of an entry that cannot be read, or of one of its times, nothing may be concluded. */
function isOf(known: Known, { uid }: UnreadableItem): boolean {
  return uid === '' || known.uid === uid || known.uid.startsWith(`${uid}|`)
}

type Given = Announced & { known: Known[]; source: Source; now: number }

/**
 * What each entry of a source calls for. A file says nothing of what it leaves out; of the others,
 * what is missing from two runs in a row is off, if both were read to their end.
 */
export function decideAll(given: Given): Decided[] {
  const { items, unreadable, isComplete, known, source, now } = given
  const byUid = new Map(known.map((one) => [one.uid, one]))
  const listed = new Set(items.map(({ uid }) => uid))
  const readable = items.map((item) => {
    const before = byUid.get(item.uid)
    const decision = before ? decideKnown(item, before, source, now) : decideNew(item, source, now)
    return { name: item.name, startAt: item.startAt, decision }
  })
  const decided = [
    ...readable,
    ...unreadable.map(({ name, startAt }) => ({ name, startAt, decision: skip('unreadable') })),
  ]
  if (source.kind === 'ical_file' || !isComplete) return decided
  const isCounted = isApart(source, now)
  const vanished = known.filter(
    (one) => !listed.has(one.uid) && !unreadable.some((other) => isOf(one, other)),
  )
  return [...decided, ...vanished.flatMap((one) => decideVanished(one, isCounted, now))]
}
