import { m } from '#messages'
import type { Locale } from '#worker/contract.ts'

export type NoticeEvent = { name: string; slug: string; startAt: number }

/** What a person hears of, whatever the channel. */
export type Notice = {
  kind: string
  payload: Record<string, unknown>
  event: NoticeEvent | undefined
}
export type NoticeText = { title: string; text: string; path: string; action: string }

/** An instant in the reader's language and zone, naming the zone. */
function formatInstant(at: number, locale: Locale, timeZone: string): string {
  const text = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone,
  }).format(at)
  return `${text} (${timeZone})`
}

function rejectionText(payload: Record<string, unknown>, locale: Locale): string {
  const written = payload['reason']
  if (typeof written === 'string' && written !== '') return written
  const texts: Record<string, string> = {
    duplicate: m.rejection_duplicate({}, { locale }),
    not_special: m.rejection_not_special({}, { locale }),
    no_proof: m.rejection_no_proof({}, { locale }),
    wrong_details: m.rejection_wrong_details({}, { locale }),
    spam: m.rejection_spam({}, { locale }),
    other: m.rejection_other({}, { locale }),
  }
  return texts[String(payload['reason_code'])] ?? m.rejection_other({}, { locale })
}

function decisionText(notice: Notice, event: NoticeEvent, locale: Locale): NoticeText {
  const { name } = event
  if (notice.payload['decision'] === 'approved') {
    return {
      title: m.notice_approved_title({ name }, { locale }),
      text: m.notice_approved_text({ name }, { locale }),
      path: `/events/${event.slug}`,
      action: m.notice_see_event({}, { locale }),
    }
  }
  return {
    title: m.notice_rejected_title({ name }, { locale }),
    text: m.notice_rejected_text({ reason: rejectionText(notice.payload, locale) }, { locale }),
    path: '/profile',
    action: m.notice_edit_proposal({}, { locale }),
  }
}

/** The words of a notice in the reader's language, times in their zone. */
export function noticeText(notice: Notice, locale: Locale, timeZone: string): NoticeText {
  const { event } = notice
  const options = { locale }
  if (!event) {
    return {
      title: m.notice_gone({}, options),
      text: '',
      path: '/',
      action: m.notice_open({}, options),
    }
  }
  if (notice.kind === 'proposal_decision') return decisionText(notice, event, locale)
  const { name } = event
  const start = formatInstant(event.startAt, locale, timeZone)
  const title =
    notice.payload['hours'] === 24
      ? m.notice_reminder_24_title({ name }, options)
      : m.notice_reminder_1_title({ name }, options)
  return {
    title,
    text: m.notice_reminder_text({ name, start }, options),
    path: `/events/${event.slug}`,
    action: m.notice_see_event({}, options),
  }
}
