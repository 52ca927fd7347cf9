import type { EventId } from '#worker/contracts/ids.ts'
import { ToldAct } from '#worker/contracts/decision-grounds.ts'
import type { EventStatus, TimeCertainty } from '#worker/features/events/contract.ts'
import type { Notification } from '#worker/features/notifications/copy/notification.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'

export const start = Date.UTC(2027, 2, 5, 23, 30)
const day = 86_400_000

function eventOf(certainty: TimeCertainty = 'exact') {
  return {
    id: 12 as EventId,
    name: 'The *great* show',
    slug: 'show',
    startAt: start,
    certainty,
    timeZone: 'UTC',
    platform: 'twitch' as const,
    accountName: 'Luna_live',
    status: 'approved' as EventStatus,
    rejectionCode: null as string | null,
    rejectionReason: null as string | null,
    original: null,
  }
}

export const event = eventOf()
export const decisions: NotificationPayloads['gamification_decision'][] = [
  { act: 'exclude', reason: 'Two <accounts>' },
  { act: 'include', reason: null },
  { act: 'suspend', reason: 'Hypes by script' },
  { act: 'lift_suspension', reason: 'A mistake' },
  { act: 'correct', points: -1200, reason: 'Counted *twice*' },
]
/** Each kind in each of its forms. */
export const notices: Notification[] = [
  { kind: 'reminder', payload: { hours: 24 }, event },
  { kind: 'reminder', payload: { hours: 1 }, event },
  { kind: 'event_changed', payload: { old: start - day, start, certainty: 'exact' }, event },
  {
    kind: 'event_changed',
    payload: { old: start - day, start, certainty: 'tba' },
    event: eventOf('tba'),
  },
  { kind: 'event_cancelled', payload: { reason: null }, event },
  { kind: 'event_cancelled', payload: { reason: 'No <venue>' }, event },
  { kind: 'new_event_followed', payload: { streamer: 'A_streamer', game: 'A_game' }, event },
  { kind: 'new_event_followed', payload: { streamer: null, game: 'A_game' }, event },
  { kind: 'new_event_followed', payload: {}, event },
  {
    kind: 'new_event_followed',
    payload: { events: [1, 2] as EventId[], more: 0 },
    event: undefined,
    listed: [event, eventOf('tba')],
  },
  {
    kind: 'new_event_followed',
    payload: { events: [1] as EventId[], more: 3 },
    event: undefined,
    listed: [event],
  },
  { kind: 'proposal_decision', payload: { decision: 'approved' }, event },
  {
    kind: 'proposal_decision',
    payload: { decision: 'rejected', reason_code: 'no_proof', reason: null },
    event,
  },
  {
    kind: 'proposal_decision',
    payload: { decision: 'approved' },
    event: { ...eventOf(), status: 'disabled' },
  },
  {
    kind: 'proposal_decision',
    payload: { decision: 'approved' },
    event: { ...eventOf(), status: 'pending' },
  },
  {
    kind: 'proposal_decision',
    payload: { decision: 'approved' },
    event: { ...eventOf(), status: 'rejected', rejectionCode: 'spam' },
  },
  { kind: 'participant_named', payload: {}, event },
  {
    kind: 'event_changed',
    payload: { old: start, start, certainty: 'exact', is_back: true },
    event,
  },
  {
    kind: 'entries_missing',
    payload: { account: 'Ana', count: 5, until: start },
    event: undefined,
  },
  {
    kind: 'device_lost',
    payload: { browser: 'Safari', system: 'iOS' },
    event: undefined,
  },
  { kind: 'level_up', payload: { level: 7 }, event: undefined },
  { kind: 'achievement', payload: { achievement: 'first_hype' }, event: undefined },
  ...decisions.map((payload) => ({
    kind: 'gamification_decision' as const,
    payload,
    event: undefined,
  })),
  ...ToldAct.options.map((act) => ({
    kind: 'moderation_decision' as const,
    payload: {
      act,
      entry: 1,
      name: 'Cup',
      ground: 'terms_false' as const,
      facts: 'The organizer denies it.',
      is_after_report: true,
    },
    event: undefined,
  })),
  ...(['received', 'dismissed', 'acted'] as const).map((state) => ({
    kind: 'report_answer' as const,
    payload: { state, name: 'Cup', ground: 'terms_false' as const, answer: 'We looked into it.' },
    event: undefined,
  })),
  ...(['received', 'dismissed', 'acted'] as const).map((state) => ({
    kind: 'report_answer' as const,
    payload: { state, type: 'own_data', name: 'Ana', ground: null, answer: 'Restricted.' },
    event: undefined,
  })),
]
