import { m } from '#messages'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type { ChannelFormatter } from './formatter.ts'

type DecisionPayload = NotificationPayloads['gamification_decision']
type DecisionTexts = { title: string; text: string }
type MessageFunction = (inputs: Record<never, never>, options: { locale: Locale }) => string

const rankingTexts: Record<
  Exclude<DecisionPayload['act'], 'correct'>,
  { title: MessageFunction; text: MessageFunction }
> = {
  exclude: { title: m.notification_excluded_title, text: m.notification_excluded_text },
  include: { title: m.notification_included_title, text: m.notification_included_text },
  suspend: { title: m.notification_suspended_title, text: m.notification_suspended_text },
  lift_suspension: {
    title: m.notification_suspension_lifted_title,
    text: m.notification_suspension_lifted_text,
  },
}

function chooseDecisionTexts(decision: DecisionPayload, locale: Locale): DecisionTexts {
  if (decision.act !== 'correct') {
    const { title, text } = rankingTexts[decision.act]
    return { title: title({}, { locale }), text: text({}, { locale }) }
  }
  const signed = new Intl.NumberFormat(languageTags[locale], { signDisplay: 'always' })
  return {
    title: m.notification_corrected_title({ points: signed.format(decision.points) }, { locale }),
    text: m.notification_corrected_text({}, { locale }),
  }
}

export function composeGamificationCopy(
  decision: DecisionPayload,
  { locale, quote }: ChannelFormatter,
): DecisionTexts {
  const { title, text } = chooseDecisionTexts(decision, locale)
  if (!decision.reason) return { title, text }
  const why = m.notification_reason({ reason: quote(decision.reason) }, { locale })
  return { title, text: `${why}\n${text}` }
}
