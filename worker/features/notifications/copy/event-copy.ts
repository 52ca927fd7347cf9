import { m } from '#messages'
import type { DigestPayload, NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { composeDigestText } from './digest-copy.ts'
import { toNotificationItem } from './event-item.ts'
import {
  formatEventStart,
  type EventCopyContext,
  type EventCopyOptions,
  type NotificationCopy,
} from './event-words.ts'
import { formatDateTime, type ChannelFormatter } from './formatter.ts'
import type { NotificationEvent, NotificationOf, NotificationText } from './notification.ts'

type NewEventPayload = Exclude<NotificationPayloads['new_event_followed'], DigestPayload>

export function composeEventChangedCopy(
  input: EventCopyContext<NotificationPayloads['event_changed']>,
): NotificationCopy {
  const { payload, event, name, formatter, options } = input
  const { certainty, is_back: isBack = false } = payload
  const moment = { certainty, timeZone: event.timeZone }
  const text = certainty === 'exact' ? m.notification_changed_text : m.notification_changed_day_text
  const old = formatDateTime(formatter, { ...moment, at: payload.old, isToCome: false })
  const start = formatDateTime(formatter, { ...moment, at: payload.start, isToCome: true })
  const title = isBack ? m.notification_back_title : m.notification_changed_title
  const isSameTime = isBack && payload.old === payload.start
  return {
    title: title({ name }, options),
    text: isSameTime ? m.notification_back_text({ start }, options) : text({ old, start }, options),
  }
}

/** For a member whose schedule source suddenly leaves nearly all of it out. */
export function composeEntriesMissingText(
  { account, count, until }: NotificationPayloads['entries_missing'],
  { locale, quote, time }: ChannelFormatter,
): NotificationText {
  const options = { locale }
  return {
    title: m.notification_entries_missing_title({ count, account: quote(account) }, options),
    text: m.notification_entries_missing_text({ until: time(until, true) }, options),
    path: '/profile/streamer#schedules',
    action: m.notification_see_schedules({}, options),
  }
}

export function composeEventCancelledCopy(
  input: EventCopyContext<NotificationPayloads['event_cancelled']>,
): NotificationCopy {
  const { payload, name, formatter, options } = input
  const planned = m.notification_cancelled_text({ start: formatEventStart(input, false) }, options)
  const { reason } = payload
  return {
    title: m.notification_cancelled_title({ name }, options),
    text: reason
      ? `${m.notification_reason({ reason: formatter.quote(reason) }, options)}\n${planned}`
      : planned,
  }
}

function formatEventDates(input: EventCopyContext<NewEventPayload>): string {
  const { payload, options } = input
  const start = formatEventStart(input, true)
  return payload.dates
    ? `${start} · ${m.notification_new_dates({ count: payload.dates }, options)}`
    : start
}

function composeNewEventCopy(input: EventCopyContext<NewEventPayload>): NotificationCopy {
  const { payload, name, formatter, options } = input
  const { streamer, group, game } = payload
  const start = formatEventDates(input)
  const title = m.notification_new_title({ name }, options)
  if (streamer) {
    const followed = formatter.quote(streamer)
    return { title, text: m.notification_new_streamer_text({ followed, start }, options) }
  }
  if (group) {
    const followed = formatter.quote(group)
    return { title, text: m.notification_new_group_text({ followed, start }, options) }
  }
  if (game) {
    const followed = formatter.quote(game)
    return { title, text: m.notification_new_game_text({ followed, start }, options) }
  }
  return { title, text: m.notification_new_text({ start }, options) }
}

export function composeParticipantNamedCopy(
  input: EventCopyContext<NotificationPayloads['participant_named']>,
): NotificationCopy {
  const { name, options } = input
  return {
    title: m.notification_named_title({ name }, options),
    text: m.notification_named_text({ start: formatEventStart(input, true) }, options),
  }
}

type RejectionPayload = Extract<NotificationPayloads['proposal_decision'], { decision: 'rejected' }>
type RejectionReason = Pick<RejectionPayload, 'reason' | 'reason_code'>

/** "Another reason" says nothing beside the moderator's own words. */
function composeRejectionReason(
  { reason, reason_code: code }: RejectionReason,
  options: EventCopyOptions,
): string {
  if (reason && (code === null || code === 'other')) return reason
  const texts: Record<string, string> = {
    duplicate: m.rejection_duplicate({}, options),
    not_special: m.rejection_not_special({}, options),
    no_proof: m.rejection_no_proof({}, options),
    wrong_details: m.rejection_wrong_details({}, options),
    spam: m.rejection_spam({}, options),
  }
  const preset = texts[String(code)] ?? m.rejection_other({}, options)
  return reason ? `${preset} — ${reason}` : preset
}

function buildProposalPath({ id }: NotificationEvent): string {
  return `/profile/proposals#proposal-${id}`
}

function composeRejectionText({
  payload,
  event,
  name,
  formatter,
  options,
}: EventCopyContext<RejectionPayload>): NotificationText {
  const reason = formatter.quote(composeRejectionReason(payload, options))
  const original = payload.reason_code === 'duplicate' ? event.original : null
  return {
    title: m.notification_rejected_title({ name }, options),
    text: m.notification_rejected_text({ reason }, options),
    path: buildProposalPath(event),
    action: m.notification_edit_proposal({}, options),
    ...(original && { items: [toNotificationItem(original, formatter)] }),
  }
}

function composeApprovalCopy({ name, options }: EventCopyContext<unknown>): NotificationCopy {
  return {
    title: m.notification_approved_title({ name }, options),
    text: m.notification_approved_text({ name }, options),
  }
}

function composeDeletedEventText(options: EventCopyOptions): NotificationText {
  const action = m.notification_open({}, options)
  return { title: m.notification_gone({}, options), text: '', path: '/', action }
}

type OffAgendaContext = Omit<EventCopyContext<unknown>, 'payload'>

function composeOffAgendaText({ name, options }: OffAgendaContext): NotificationText {
  return {
    title: m.notification_off_agenda_title({ name }, options),
    text: m.notification_off_agenda_text({}, options),
    path: '/events',
    action: m.notification_see_events({}, options),
  }
}

function composeProposerOffAgendaText(off: OffAgendaContext): NotificationText {
  const { event, formatter, options } = off
  const { rejectionCode: reason_code, rejectionReason: reason } = event
  const own = {
    ...composeOffAgendaText(off),
    path: buildProposalPath(event),
    action: m.notification_see_proposal({}, options),
  }
  if (event.status === 'pending')
    return { ...own, text: m.notification_in_review_text({}, options) }
  if (event.status !== 'rejected') return own
  const quoted = formatter.quote(composeRejectionReason({ reason, reason_code }, options))
  return { ...own, text: m.notification_reason({ reason: quoted }, options) }
}

type PayloadWithEvent<Payload> = { payload: Payload; event: NotificationEvent | undefined }

export function createEventTextComposer<Payload>(
  words: (input: EventCopyContext<Payload>) => NotificationCopy,
  whenOffAgenda: (off: OffAgendaContext) => NotificationText = composeOffAgendaText,
) {
  return (
    { payload, event }: PayloadWithEvent<Payload>,
    formatter: ChannelFormatter,
  ): NotificationText => {
    const options = { locale: formatter.locale }
    if (!event) return composeDeletedEventText(options)
    const input = { payload, event, name: formatter.quote(event.name), formatter, options }
    if (event.status !== 'approved') return whenOffAgenda(input)
    return {
      ...words(input),
      path: `/events/${event.slug}`,
      action: m.notification_see_event({}, options),
    }
  }
}

const oneNewEvent = createEventTextComposer(composeNewEventCopy)

export function composeNewEventText(
  { payload, event, listed = [] }: NotificationOf<'new_event_followed'>,
  formatter: ChannelFormatter,
): NotificationText {
  return 'events' in payload
    ? composeDigestText(listed, payload, formatter)
    : oneNewEvent({ payload, event }, formatter)
}

const approvedText = createEventTextComposer(composeApprovalCopy, composeProposerOffAgendaText)

export function composeProposalDecisionText(
  { payload, event }: NotificationOf<'proposal_decision'>,
  formatter: ChannelFormatter,
): NotificationText {
  const options = { locale: formatter.locale }
  if (payload.decision === 'approved') return approvedText({ payload, event }, formatter)
  if (!event) return composeDeletedEventText(options)
  const name = formatter.quote(event.name)
  return composeRejectionText({ payload, event, name, formatter, options })
}
