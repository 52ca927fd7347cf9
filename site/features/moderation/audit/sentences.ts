import { m } from '#site/lib/messages.ts'
import type {
  AuditAction,
  AuditEntryView,
  AuditSubject,
} from '#worker/features/moderation/audit/contract.ts'

type SentenceInputs = { who: string; what: string; from: string }
type AuditActionTexts = { label: () => string; sentence: (inputs: SentenceInputs) => string }

const textsByAction: Record<AuditAction, AuditActionTexts> = {
  propose: { label: m.audit_action_propose, sentence: m.audit_propose },
  edit: { label: m.audit_action_edit, sentence: m.audit_edit },
  approve: { label: m.audit_action_approve, sentence: m.audit_approve },
  review: { label: m.audit_action_review, sentence: m.audit_review },
  cancel_approval: { label: m.audit_action_cancel_approval, sentence: m.audit_cancel_approval },
  reject: { label: m.audit_action_reject, sentence: m.audit_reject },
  reset: { label: m.audit_action_reset, sentence: m.audit_reset },
  disable: { label: m.audit_action_disable, sentence: m.audit_disable },
  enable: { label: m.audit_action_enable, sentence: m.audit_enable },
  cancel: { label: m.audit_action_cancel, sentence: m.audit_cancel },
  withdraw: { label: m.audit_action_withdraw, sentence: m.audit_withdraw },
  confirm_participation: {
    label: m.audit_action_confirm_participation,
    sentence: m.audit_confirm_participation,
  },
  unconfirm_participation: {
    label: m.audit_action_unconfirm_participation,
    sentence: m.audit_unconfirm_participation,
  },
  end_participation: {
    label: m.audit_action_end_participation,
    sentence: m.audit_end_participation,
  },
  dismiss_reports: { label: m.audit_action_dismiss_reports, sentence: m.audit_dismiss_reports },
  resolve_reports: { label: m.audit_action_resolve_reports, sentence: m.audit_resolve_reports },
  create: { label: m.audit_action_create, sentence: m.audit_create },
  delete: { label: m.audit_action_delete, sentence: m.audit_delete },
  merge: { label: m.audit_action_merge, sentence: m.audit_merge },
  publish: { label: m.audit_action_publish, sentence: m.audit_publish },
  unpublish: { label: m.audit_action_unpublish, sentence: m.audit_unpublish },
  link: { label: m.audit_action_link, sentence: m.audit_link },
  unlink: { label: m.audit_action_unlink, sentence: m.audit_unlink },
  feature: { label: m.audit_action_feature, sentence: m.audit_feature },
  unfeature: { label: m.audit_action_unfeature, sentence: m.audit_unfeature },
  add_account: { label: m.audit_action_add_account, sentence: m.audit_add_account },
  remove_account: { label: m.audit_action_remove_account, sentence: m.audit_remove_account },
  verify: { label: m.audit_action_verify, sentence: m.audit_verify },
  unverify: { label: m.audit_action_unverify, sentence: m.audit_unverify },
  rename_account: { label: m.audit_action_rename_account, sentence: m.audit_rename_account },
  remove_picture: { label: m.audit_action_remove_picture, sentence: m.audit_remove_picture },
  show_picture: { label: m.audit_action_show_picture, sentence: m.audit_show_picture },
  unlist: { label: m.audit_action_unlist, sentence: m.audit_unlist },
  relist: { label: m.audit_action_relist, sentence: m.audit_relist },
  hide_name: { label: m.audit_action_hide_name, sentence: m.audit_hide_name },
  show_name: { label: m.audit_action_show_name, sentence: m.audit_show_name },
  send_data: { label: m.audit_action_send_data, sentence: m.audit_send_data },
  add_schedule: { label: m.audit_action_add_schedule, sentence: m.audit_add_schedule },
  start_schedule: { label: m.audit_action_start_schedule, sentence: m.audit_start_schedule },
  remove_schedule: { label: m.audit_action_remove_schedule, sentence: m.audit_remove_schedule },
  activate: { label: m.audit_action_activate, sentence: m.audit_activate },
  deactivate: { label: m.audit_action_deactivate, sentence: m.audit_deactivate },
  soft_ban: { label: m.audit_action_soft_ban, sentence: m.audit_soft_ban },
  remove_soft_ban: { label: m.audit_action_remove_soft_ban, sentence: m.audit_remove_soft_ban },
  withhold_reasons: {
    label: m.audit_action_withhold_reasons,
    sentence: m.audit_withhold_reasons,
  },
  answer_appeal: { label: m.audit_action_answer_appeal, sentence: m.audit_answer_appeal },
  change_role: { label: m.audit_action_change_role, sentence: m.audit_change_role },
  show_email: { label: m.audit_action_show_email, sentence: m.audit_show_email },
  send_deletion_link: {
    label: m.audit_action_send_deletion_link,
    sentence: m.audit_send_deletion_link,
  },
  exclude: { label: m.audit_action_exclude, sentence: m.audit_exclude },
  include: { label: m.audit_action_include, sentence: m.audit_include },
  suspend: { label: m.audit_action_suspend, sentence: m.audit_suspend },
  lift_suspension: { label: m.audit_action_lift_suspension, sentence: m.audit_lift_suspension },
  correct: { label: m.audit_action_correct, sentence: m.audit_correct },
  test: { label: m.audit_action_test, sentence: m.audit_test },
  send: { label: m.audit_action_send, sentence: m.audit_send },
  stop: { label: m.audit_action_stop, sentence: m.audit_stop },
  retry: { label: m.audit_action_retry, sentence: m.audit_retry },
}

export function auditActionLabel(action: AuditAction): string {
  return textsByAction[action].label()
}

type SubjectTexts = { label: () => string; named: (inputs: { name: string }) => string }

const subjects: Record<AuditSubject, SubjectTexts> = {
  event: { label: m.audit_subject_event, named: m.audit_event },
  user: { label: m.audit_subject_user, named: m.audit_user },
  group: { label: m.audit_subject_group, named: m.audit_group },
  article: { label: m.audit_subject_article, named: m.audit_article },
  game: { label: m.audit_subject_game, named: m.audit_game },
  streamer: { label: m.audit_subject_streamer, named: m.audit_streamer },
  streaming_account: { label: m.audit_subject_account, named: m.audit_account },
  deal: { label: m.audit_subject_deal, named: m.audit_deal },
  campaign: { label: m.audit_subject_campaign, named: m.audit_campaign },
  opt_out: { label: m.audit_subject_opt_out, named: m.audit_opt_out },
  incident: { label: m.audit_subject_incident, named: m.audit_incident },
  delivery: { label: m.audit_subject_delivery, named: m.audit_delivery },
}

export function auditSubjectTypeLabel(subject: AuditSubject): string {
  return subjects[subject].label()
}

function actorName({ actor }: AuditEntryView): string {
  if (actor.kind === 'member') return actor.username
  if (actor.kind === 'former_moderator') return m.audit_former_moderator({ key: actor.key })
  return actor.kind === 'clock' ? m.audit_clock() : m.audit_former_member()
}

/** Events have their status in `from` and `to`. */
function readRecordedName({ act: action, subject, from, to }: AuditEntryView): string | null {
  if (subject.type === 'event') return null
  if (action === 'delete') return from
  return action === 'create' || action === 'edit' ? to : null
}

/** The present name, or the last one; of a member who left, none is kept. */
export function auditSubjectTitle(entry: AuditEntryView): string {
  const { type, id, name } = entry.subject
  if (type === 'user') return name ?? m.audit_former_member()
  return name ?? readRecordedName(entry) ?? `#${id}`
}

/** Placeholders in the text for names, which are more than text. */
const placeholders = { who: '\ue000', what: '\ue001' }
export type SentencePart = { is: 'text' | keyof typeof placeholders; text: string }

function toSentencePart(text: string, entry: AuditEntryView): SentencePart {
  if (text === placeholders.who) return { is: 'who', text: actorName(entry) }
  if (text === placeholders.what) return { is: 'what', text: auditSubjectTitle(entry) }
  return { is: 'text', text }
}

export function buildAuditSentence(entry: AuditEntryView): SentencePart[] {
  const { act: action, subject, from } = entry
  const what = subjects[subject.type].named({ name: placeholders.what })
  const text = textsByAction[action].sentence({ who: placeholders.who, what, from: from ?? '' })
  return text
    .split(/([\ue000\ue001])/)
    .filter((textPart) => textPart !== '')
    .map((textPart) => toSentencePart(textPart, entry))
}
