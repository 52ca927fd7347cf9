import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import {
  DecisionGround,
  type ChangeGround,
  type ToldAct,
} from '#worker/contracts/decision-grounds.ts'
import type { NotificationPayloads } from '#worker/features/notifications/kinds.ts'
import type { ChannelFormatter } from './formatter.ts'
import { groundNames } from './ground-names.ts'
import type { NotificationText } from './notification.ts'

type Message = (inputs: { name: string }, options: { locale: Locale }) => string
type Ground = DecisionGround | ChangeGround

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

function joinLines(lines: readonly (string | false | null)[]): string {
  return lines.filter(Boolean).join('\n')
}

function nameGround(ground: Ground | null, locale: Locale): string | null {
  if (ground === null) return null
  return m.decision_ground({ ground: groundNames[ground]({}, { locale }) }, { locale })
}

const reportTitles: Record<NotificationPayloads['report_answer']['state'], Message> = {
  received: m.report_answer_received,
  dismissed: m.report_answer_dismissed,
  acted: m.report_answer_acted,
}
/** Titles of a member’s request about their own data. */
const requestTitles: typeof reportTitles = {
  received: m.data_request_received,
  dismissed: m.data_request_dismissed,
  acted: m.data_request_acted,
}

/** Receipt or decision, with what a reporter can do. */
export function composeReportAnswerText(
  { state, type, name, ground, answer }: NotificationPayloads['report_answer'],
  { locale, quote }: Pick<ChannelFormatter, 'locale' | 'quote'>,
): NotificationText {
  const options = { locale }
  const subject = name === null ? m.report_answer_subject({}, options) : quote(name)
  const isReceipt = state === 'received'
  const isRequest = type === 'own_data'
  const next = isRequest ? m.data_request_next : m.report_answer_next
  return {
    title: (isRequest ? requestTitles : reportTitles)[state]({ name: subject }, options),
    text: joinLines([
      isReceipt && next({}, options),
      nameGround(ground, locale),
      answer && quote(answer),
      !isReceipt && m.decision_by_person({}, options),
      !isReceipt && m.report_answer_redress({}, options),
    ]),
    path: '/profile#reports',
    action: m.report_answer_see({}, options),
  }
}

const restrictingGrounds: readonly Ground[] = DecisionGround.options

/** Ground, facts, who decided and, of a restriction, how to contest it. */
export function composeDecisionText(
  { act, entry, name, ground, facts, is_after_report }: NotificationPayloads['moderation_decision'],
  { locale, quote }: Pick<ChannelFormatter, 'locale' | 'quote'>,
): NotificationText {
  const options = { locale }
  const isRestricting = ground !== null && restrictingGrounds.includes(ground)
  const isAnswer = act === 'appeal_upheld' || act === 'appeal_reversed'
  const decided = is_after_report ? m.decision_after_report : m.decision_by_person
  const quoted = facts && quote(facts)
  const text = joinLines([
    nameGround(ground, locale),
    quoted && !isAnswer ? m.decision_facts({ facts: quoted }, options) : quoted,
    isRestricting && decided({}, options),
    isRestricting && m.decision_redress({}, options),
  ])
  return {
    title: titles[act]({ name: name === null ? '' : quote(name) }, options),
    text: text || m.decision_lifted({}, options),
    path: `/appeal/${entry}`,
    action: isRestricting ? m.decision_action({}, options) : m.decision_action_read({}, options),
  }
}
