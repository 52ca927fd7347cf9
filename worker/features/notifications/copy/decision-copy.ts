import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import {
  DecisionGround,
  type ChangeGround,
  type ToldAct,
} from '#worker/contracts/decision-grounds.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type { ChannelFormatter } from './formatter.ts'
import type { NotificationText } from './notification.ts'

type Message = (inputs: { name: string }, options: { locale: Locale }) => string
type Ground = DecisionGround | ChangeGround

const groundNames: Record<Ground, Message> = {
  illegal: m.ground_illegal,
  terms_false: m.ground_terms_false,
  terms_hate: m.ground_terms_hate,
  terms_spam: m.ground_terms_spam,
  terms_abuse: m.ground_terms_abuse,
  rights_of_others: m.ground_rights_of_others,
  other: m.ground_other,
  correction: m.ground_correction,
  called_off: m.ground_called_off,
}

const titles: Record<ToldAct, Message> = {
  disable: m.decision_disable,
  enable: m.decision_enable,
  reset: m.decision_reset,
  cancel: m.decision_cancel,
  remove_picture: m.decision_remove_picture,
  edit: m.decision_edit,
  soft_ban: m.decision_soft_ban,
  remove_soft_ban: m.decision_remove_soft_ban,
  deactivate: m.decision_deactivate,
  activate: m.decision_activate,
  delete: m.decision_delete,
  appeal_upheld: m.decision_appeal_upheld,
  appeal_reversed: m.decision_appeal_reversed,
}

function composeDecisionTitle(
  { act, name }: { act: ToldAct; name: string | null },
  { locale, quote }: Pick<ChannelFormatter, 'locale' | 'quote'>,
): string {
  return titles[act]({ name: name === null ? '' : quote(name) }, { locale })
}

const reportTitles: Record<NotificationPayloads['report_answer']['state'], Message> = {
  received: m.report_answer_received,
  dismissed: m.report_answer_dismissed,
  acted: m.report_answer_acted,
}

/** Receipt or decision, with what a reporter can do. */
export function composeReportAnswerText(
  { state, name, ground, answer }: NotificationPayloads['report_answer'],
  { locale, quote }: Pick<ChannelFormatter, 'locale' | 'quote'>,
): NotificationText {
  const options = { locale }
  const subject = name === null ? m.report_answer_subject({}, options) : quote(name)
  const lines = [
    state === 'received' && m.report_answer_next({}, options),
    ground && m.decision_ground({ ground: groundNames[ground]({ name: '' }, options) }, options),
    answer && quote(answer),
    state !== 'received' && m.decision_by_person({}, options),
    state !== 'received' && m.report_answer_redress({}, options),
  ].filter((line) => line !== null && line !== false && line !== '')
  return {
    title: reportTitles[state]({ name: subject }, options),
    text: lines.join('\n'),
    path: '/profile#reports',
    action: m.report_answer_see({}, options),
  }
}

const restrictingGrounds: readonly Ground[] = DecisionGround.options

/** Ground, facts, who decided and, of a restriction, how to contest it. */
export function composeDecisionText(
  payload: NotificationPayloads['moderation_decision'],
  formatter: ChannelFormatter,
): NotificationText {
  const { act, entry, ground, facts, is_after_report } = payload
  const options = { locale: formatter.locale }
  const isRestricting = ground !== null && restrictingGrounds.includes(ground)
  const isAnswer = act === 'appeal_upheld' || act === 'appeal_reversed'
  const decided = is_after_report ? m.decision_after_report : m.decision_by_person
  const lines = [
    ground && m.decision_ground({ ground: groundNames[ground]({ name: '' }, options) }, options),
    facts &&
      (isAnswer
        ? formatter.quote(facts)
        : m.decision_facts({ facts: formatter.quote(facts) }, options)),
    isRestricting && decided({}, options),
    isRestricting && m.decision_redress({}, options),
  ].filter((line) => line !== null && line !== false && line !== '')
  return {
    title: composeDecisionTitle(payload, formatter),
    text: lines.length > 0 ? lines.join('\n') : m.decision_lifted({}, options),
    path: `/appeal/${entry}`,
    action: isRestricting ? m.decision_action({}, options) : m.decision_action_read({}, options),
  }
}
