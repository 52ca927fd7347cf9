import type { EventId } from '#worker/contracts/ids.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'

/** New events told together: those it names, and how many others there were. */
export type DigestPayload = { events: EventId[]; more: number }

/** What a notice says beside its event, by kind; stored as JSON. */
export type NoticePayloads = {
  reminder: { hours: 24 | 1 }
  /** Both starts in Unix milliseconds; how certain the new one is. */
  event_changed: { old: number; start: number; certainty: TimeCertainty }
  event_cancelled: { reason: string | null }
  /** Whom or what the reader follows of it, as far as it is known. */
  new_event_followed: { streamer?: string | null; game?: string | null } | DigestPayload
  proposal_decision:
    | { decision: 'approved' }
    | { decision: 'rejected'; reason_code: string | null; reason: string | null }
  level_up: { level: number }
  achievement: { achievement: string }
  gamification_decision:
    | { act: 'exclude' | 'include' | 'suspend' | 'lift_suspension'; reason: string | null }
    | { act: 'correct'; points: number; reason: string }
}

/** Kinds that go to many: to everybody who hyped, or who follows. */
export type AnnouncedKind = 'event_changed' | 'event_cancelled' | 'new_event_followed'
