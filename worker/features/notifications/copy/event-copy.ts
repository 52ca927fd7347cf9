import { m } from '#messages'
import type { DigestPayload, NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import { composeDigestText } from './digest-copy.ts'
import { buildWatchLink, toNotificationItem } from './event-item.ts'
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
  const isExact = certainty === 'exact'
  const changed = isExact ? m.notification_changed_text : m.notification_changed_day_text
  const moved = isExact ? m.notification_changed_title : m.notification_changed_day_title
  const old = formatDateTime(formatter, { ...moment, at: payload.old, isToCome: false })
  const start = formatDateTime(formatter, { ...moment, at: payload.start, isToCome: true })
  const title = isBack ? m.notification_back_title : moved
  const isSameTime = isBack && payload.old === payload.start
  const lead = isSameTime ? m.notification_back_text({}, options) : changed({}, options)
  return {
    title: title({ name }, options),
    text: `${isSameTime ? start : `${old} → ${start}`}\n${lead}`,
    shows: { times: { start, before: isSameTime ? null : old }, lead },
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
  const start = formatEventStart(input, false)
  const { reason } = payload
  const reasonLine = reason
    ? `${m.notification_reason({ reason: formatter.quote(reason) }, options)}\n`
    : ''
  const end = m.notification_cancelled_text({}, options)
  return {
    title: m.notification_cancelled_title({ name }, options),
    text: `${reasonLine}${m.notification_planned({ start }, options)} ${end}`,
    shows: { times: { start: null, before: start }, lead: reasonLine + end },
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
  const start = formatEventDates(input)
  const lead = composeFollowReason(input)
  return {
    title: m.notification_new_title({ name: input.name }, input.options),
    text: `${lead}\n${start}`,
    shows: { times: { start, before: null }, lead },
  }
}

function composeFollowReason({
  payload: { streamer, group, game },
  formatter: { quote },
  options,
}: EventCopyContext<NewEventPayload>): string {
  if (streamer) return m.notification_new_streamer_text({ followed: quote(streamer) }, options)
  const followed = group ?? game
  return followed
    ? m.notification_new_followed_text({ followed: quote(followed) }, options)
    : m.notification_new_text({}, options)
}

export function composeParticipantNamedCopy(
  input: EventCopyContext<NotificationPayloads['participant_named']>,
): NotificationCopy {
  const { name, options } = input
  const start = formatEventStart(input, true)
  const lead = m.notification_named_text({}, options)
  return {
    title: m.notification_named_title({ name }, options),
    text: `${start}\n${lead}`,
    shows: { times: { start, before: null }, lead },
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

function composeApprovalCopy(input: EventCopyContext<unknown>): NotificationCopy {
  const { name, event, options } = input
  const text = m.notification_approved_text({ name }, options)
  return {
    title: m.notification_approved_title({ name }, options),
    text,
    shows: { times: { start: formatEventStart(input, true), before: null }, lead: text },
    watch: buildWatchLink(event, options),
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
