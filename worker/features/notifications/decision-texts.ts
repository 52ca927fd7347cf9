import { m } from '#messages'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import type { NoticePayloads } from '#worker/features/outbox/payloads.ts'
import type { Writer } from './writer.ts'

type Decision = NoticePayloads['gamification_decision']
type Words = { title: string; text: string }
type Text = (inputs: Record<never, never>, options: { locale: Locale }) => string

const rankingTexts: Record<Exclude<Decision['act'], 'correct'>, { title: Text; text: Text }> = {
  exclude: { title: m.notice_excluded_title, text: m.notice_excluded_text },
  include: { title: m.notice_included_title, text: m.notice_included_text },
  suspend: { title: m.notice_suspended_title, text: m.notice_suspended_text },
  lift_suspension: {
    title: m.notice_suspension_lifted_title,
    text: m.notice_suspension_lifted_text,
  },
}

function wordsOf(decision: Decision, locale: Locale): Words {
  if (decision.act !== 'correct') {
    const { title, text } = rankingTexts[decision.act]
    return { title: title({}, { locale }), text: text({}, { locale }) }
  }
  const signed = new Intl.NumberFormat(languageTags[locale], { signDisplay: 'always' })
  return {
    title: m.notice_corrected_title({ points: signed.format(decision.points) }, { locale }),
    text: m.notice_corrected_text({}, { locale }),
  }
}

/** What an administrator decided on a member's XP or their place, and why. */
export function decisionWords(decision: Decision, { locale, quote }: Writer): Words {
  const { title, text } = wordsOf(decision, locale)
  if (!decision.reason) return { title, text }
  const why = m.notice_reason({ reason: quote(decision.reason) }, { locale })
  return { title, text: `${why}\n${text}` }
}
