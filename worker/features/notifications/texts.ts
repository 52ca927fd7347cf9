import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import { achievementName } from '#worker/features/gamification/achievements/texts.ts'
import type { ListedEvent, Notice, NoticeEvent } from './notice.ts'
import type { DigestPayload, NoticePayloads } from '#worker/features/outbox/payloads.ts'
import { decisionWords } from './decision-texts.ts'
import { formatDateTime, type Writer } from './writer.ts'

/** One of several events of a notice: a line, and where it leads. */
export type NoticeItem = { name: string; start: string; path: string }
export type NoticeText = {
  title: string
  text: string
  path: string
  action: string
  items?: NoticeItem[]
}

/** All of it but the title, where text is plain: each event on a line of its own. */
export function plainBody({ text, items = [] }: NoticeText): string {
  return [text, ...items.map(({ name, start }) => `${name} · ${start}`)].join('\n')
}

type Options = { locale: Locale }
type Words = Pick<NoticeText, 'title' | 'text'>
/** All that the words about an event are made of; `name` is as the channel writes it. */
type Told<Payload> = {
  payload: Payload
  event: NoticeEvent
  name: string
  writer: Writer
  options: Options
}

type NewEvent = Exclude<NoticePayloads['new_event_followed'], DigestPayload>

function startOf({ event, writer }: Told<unknown>, isToCome: boolean): string {
  const { startAt, certainty, timeZone } = event
  return formatDateTime(writer, { at: startAt, certainty, timeZone, isToCome })
}

function reminderWords(told: Told<NoticePayloads['reminder']>): Words {
  const { payload, name, options } = told
  const title = payload.hours === 24 ? m.notice_reminder_24_title : m.notice_reminder_1_title
  return {
    title: title({ name }, options),
    text: m.notice_reminder_text({ name, start: startOf(told, true) }, options),
  }
}

function changedWords(told: Told<NoticePayloads['event_changed']>): Words {
  const { payload, event, name, writer, options } = told
  const { certainty } = payload
  const moment = { certainty, timeZone: event.timeZone }
  const text = certainty === 'exact' ? m.notice_changed_text : m.notice_changed_day_text
  const old = formatDateTime(writer, { ...moment, at: payload.old, isToCome: false })
  const start = formatDateTime(writer, { ...moment, at: payload.start, isToCome: true })
  return {
    title: m.notice_changed_title({ name }, options),
    text: text({ old, start }, options),
  }
}

function cancelledWords(told: Told<NoticePayloads['event_cancelled']>): Words {
  const { payload, name, writer, options } = told
  const planned = m.notice_cancelled_text({ start: startOf(told, false) }, options)
  const { reason } = payload
  return {
    title: m.notice_cancelled_title({ name }, options),
    text: reason
      ? `${m.notice_reason({ reason: writer.quote(reason) }, options)}\n${planned}`
      : planned,
  }
}

function newWords(told: Told<NewEvent>): Words {
  const { payload, name, writer, options } = told
  const { streamer, game } = payload
  const start = startOf(told, true)
  const title = m.notice_new_title({ name }, options)
  if (streamer) {
    const followed = writer.quote(streamer)
    return { title, text: m.notice_new_streamer_text({ followed, start }, options) }
  }
  if (game) {
    const followed = writer.quote(game)
    return { title, text: m.notice_new_game_text({ followed, start }, options) }
  }
  return { title, text: m.notice_new_text({ start }, options) }
}

function toItem(
  { name, slug, startAt, certainty, timeZone }: ListedEvent,
  writer: Writer,
): NoticeItem {
  const moment = { at: startAt, certainty, timeZone, isToCome: true }
  return {
    name: writer.quote(name),
    start: formatDateTime(writer, moment),
    path: `/events/${slug}`,
  }
}

/** New events told together. */
function digestText(listed: ListedEvent[], { more }: DigestPayload, writer: Writer): NoticeText {
  const options = { locale: writer.locale }
  const [only] = listed
  const count = listed.length + more
  const title =
    count === 1 && only
      ? m.notice_new_title({ name: writer.quote(only.name) }, options)
      : m.notice_digest_title({ count }, options)
  const text =
    more > 0 ? m.notice_digest_more({ count: more }, options) : m.notice_digest_text({}, options)
  return {
    title: count === 0 ? m.notice_digest_gone({}, options) : title,
    text: count === 0 ? '' : text,
    path: '/events',
    action: m.notice_see_events({}, options),
    items: listed.map((event) => toItem(event, writer)),
  }
}

type Rejection = Extract<NoticePayloads['proposal_decision'], { decision: 'rejected' }>
type RejectionReason = Pick<Rejection, 'reason' | 'reason_code'>

/** The preset reason and the moderator's own words; "another reason" says nothing beside them. */
function reasonText({ reason, reason_code: code }: RejectionReason, options: Options): string {
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

function proposalPath({ id }: NoticeEvent): string {
  return `/profile#proposal-${id}`
}

function rejectedText({ payload, event, name, writer, options }: Told<Rejection>): NoticeText {
  const reason = writer.quote(reasonText(payload, options))
  return {
    title: m.notice_rejected_title({ name }, options),
    text: m.notice_rejected_text({ reason }, options),
    path: proposalPath(event),
    action: m.notice_edit_proposal({}, options),
  }
}

function approvedWords({ name, options }: Told<unknown>): Words {
  return {
    title: m.notice_approved_title({ name }, options),
    text: m.notice_approved_text({ name }, options),
  }
}

/** What stays of a notice whose event was deleted. */
function goneText(options: Options): NoticeText {
  const action = m.notice_open({}, options)
  return { title: m.notice_gone({}, options), text: '', path: '/', action }
}

type OffAgenda = Omit<Told<unknown>, 'payload'>

/** Of an event that was taken off the agenda since, so that its page is gone. */
function offAgendaText({ name, options }: OffAgenda): NoticeText {
  return {
    title: m.notice_off_agenda_title({ name }, options),
    text: m.notice_off_agenda_text({}, options),
    path: '/events',
    action: m.notice_see_events({}, options),
  }
}

/** The same for its proposer, who may see why. */
function ownOffAgendaText(off: OffAgenda): NoticeText {
  const { event, writer, options } = off
  const { rejectionCode: reason_code, rejectionReason: reason } = event
  const own = {
    ...offAgendaText(off),
    path: proposalPath(event),
    action: m.notice_see_proposal({}, options),
  }
  if (event.status === 'pending') return { ...own, text: m.notice_in_review_text({}, options) }
  if (event.status !== 'rejected') return own
  const quoted = writer.quote(reasonText({ reason, reason_code }, options))
  return { ...own, text: m.notice_reason({ reason: quoted }, options) }
}

type EventNotice = Exclude<Notice, { kind: 'level_up' | 'achievement' | 'gamification_decision' }>
type SingleNotice = Exclude<EventNotice, { kind: 'proposal_decision' }>

function wordsOf(notice: SingleNotice, rest: Omit<Told<unknown>, 'payload'>): Words {
  switch (notice.kind) {
    case 'reminder':
      return reminderWords({ ...rest, payload: notice.payload })
    case 'event_changed':
      return changedWords({ ...rest, payload: notice.payload })
    case 'event_cancelled':
      return cancelledWords({ ...rest, payload: notice.payload })
    case 'new_event_followed':
      return newWords({ ...rest, payload: notice.payload as NewEvent })
  }
}

function eventText(notice: EventNotice, writer: Writer): NoticeText {
  const { event, listed = [] } = notice
  const options = { locale: writer.locale }
  if (notice.kind === 'new_event_followed' && 'events' in notice.payload) {
    return digestText(listed, notice.payload, writer)
  }
  if (!event) return goneText(options)
  const rest = { event, name: writer.quote(event.name), writer, options }
  const seen = { path: `/events/${event.slug}`, action: m.notice_see_event({}, options) }
  const isOnAgenda = event.status === 'approved'
  if (notice.kind !== 'proposal_decision') {
    return isOnAgenda ? { ...wordsOf(notice, rest), ...seen } : offAgendaText(rest)
  }
  const { payload } = notice
  if (payload.decision === 'rejected') return rejectedText({ ...rest, payload })
  return isOnAgenda ? { ...approvedWords({ ...rest, payload }), ...seen } : ownOffAgendaText(rest)
}

/** The words of a notice, as a channel writes them. */
export function noticeText(notice: Notice, writer: Writer): NoticeText {
  const options = { locale: writer.locale }
  const seen = { path: '/achievements', action: m.notice_see_achievements({}, options) }
  switch (notice.kind) {
    case 'level_up': {
      const title = m.notice_level_up_title({ level: notice.payload.level }, options)
      return { title, text: m.notice_level_up_text({}, options), ...seen }
    }
    case 'achievement': {
      const name = writer.quote(achievementName(notice.payload.achievement, writer.locale))
      const title = m.notice_achievement_title({ name }, options)
      return { title, text: m.notice_achievement_text({}, options), ...seen }
    }
    case 'gamification_decision':
      return { ...decisionWords(notice.payload, writer), ...seen }
    default:
      return eventText(notice, writer)
  }
}
