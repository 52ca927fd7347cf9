import { m } from '#site/lib/messages.ts'
import { paths, withQuery } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type {
  ReportedType,
  ReportedSubjectView,
  ReportOutcome,
  ReportSubject,
} from '#worker/features/moderation/reports/contract.ts'

type OutcomeTexts = {
  label: () => string
  fullLabel: (inputs: { name: string }) => string
  done: (inputs: { name: string }) => string
  doneMany: (inputs: { count: number }) => string
  decided: (inputs: { by: string }) => string
}
export const reportOutcomeTexts: Record<ReportOutcome, OutcomeTexts> = {
  dismissed: {
    label: m.reports_dismiss,
    fullLabel: m.reports_dismiss_one,
    done: m.reports_dismissed_done,
    doneMany: m.reports_dismissed_many,
    decided: m.reports_decided_dismissed,
  },
  acted: {
    label: m.reports_resolve,
    fullLabel: m.reports_resolve_one,
    done: m.reports_acted_done,
    doneMany: m.reports_acted_many,
    decided: m.reports_decided_acted,
  },
}

function findReportedType(subject: ReportSubject): ReportedType {
  return subject.type === 'picture' ? subject.of : subject.type
}

const kinds: Record<ReportedType, { page: () => string; picture?: () => string }> = {
  event: { page: m.reports_kind_event, picture: m.reports_kind_event_picture },
  streamer: { page: m.reports_kind_streamer, picture: m.reports_kind_streamer_picture },
  article: { page: m.reports_kind_article, picture: m.reports_kind_article_picture },
  user: { page: m.reports_kind_user },
  deal: { page: m.reports_kind_deal },
  own_data: { page: m.reports_kind_own_data },
}

/** "Event", or "Event image". */
export function subjectKindName(subject: ReportSubject): string {
  const { page, picture = page } = kinds[findReportedType(subject)]
  return subject.type === 'picture' ? picture() : page()
}

export function reportedSubjectName({ name, subject }: ReportedSubjectView): string {
  return name ?? `#${subject.id}`
}

export function subjectPublicPath(
  { subject, address }: ReportedSubjectView,
  locale: Locale,
): string | undefined {
  if (address === null) return undefined
  return {
    event: () => paths.event(locale, address),
    streamer: () => paths.streamer(locale, subject.id),
    article: () => paths.article(locale, address),
    user: () => undefined,
    deal: () => undefined,
    own_data: () => undefined,
  }[findReportedType(subject)]()
}

export function subjectModerationPath(
  { subject, name }: ReportedSubjectView,
  locale: Locale,
): string | undefined {
  if (name === null) return undefined
  return {
    event: () => withQuery(paths.adminPanel(locale), { status: 'all', q: `#${subject.id}` }),
    streamer: () => withQuery(paths.adminStreamers(locale), { q: name }),
    article: () => paths.articleEditor(locale, subject.id),
    user: () => withQuery(paths.adminUsers(locale), { q: name }),
    own_data: () => withQuery(paths.adminUsers(locale), { q: name }),
    deal: () => withQuery(paths.adminDeals(locale), { q: name }),
  }[findReportedType(subject)]()
}
