import { m } from '#site/lib/messages.ts'
import {
  moderationCountLimit,
  type EventAction,
  type ProposalView,
} from '#worker/features/moderation/proposals/contract.ts'
import type { ModerationActionName } from './actions.ts'
import type { ProposalsPanelQuery, StatusFilter } from './proposals.store.ts'

export const statusFilters: { status: StatusFilter; label: () => string }[] = [
  { status: 'pending', label: m.proposals_filter_pending },
  { status: 'unreviewed', label: m.proposals_filter_unreviewed },
  { status: 'approved', label: m.proposals_filter_approved },
  { status: 'rejected', label: m.proposals_filter_rejected },
  { status: 'disabled', label: m.proposals_filter_disabled },
  { status: 'all', label: m.proposals_filter_all },
]

export const actionNames: Record<ModerationActionName, () => string> = {
  approve: m.proposals_approve,
  review: m.proposals_review,
  cancel_approval: m.proposals_cancel_approval,
  reject: m.proposals_reject,
  reset: m.proposals_reset,
  disable: m.proposals_disable,
  enable: m.proposals_enable,
  cancel: m.cancel_event,
  edit: m.proposals_edit,
}

const decisionTexts: Record<EventAction, (inputs: { by: string }) => string> = {
  approve: m.proposals_decided_approve,
  review: m.proposals_decided_approve,
  cancel_approval: m.proposals_decided_cancel_approval,
  reject: m.proposals_decided_reject,
  reset: m.proposals_decided_reset,
  disable: m.proposals_decided_disable,
  enable: m.proposals_decided_enable,
  cancel: m.proposals_decided_cancel,
  edit: m.proposals_decided_edit,
  withdraw: m.proposals_decided_withdraw,
}

/** "Approved by ana" */
export function decisionText({ act, by }: NonNullable<ProposalView['decision']>): string {
  return decisionTexts[act]({ by: by ?? m.proposals_decided_by_clock() })
}

/** A count of a list that is counted to its limit only. */
export function cappedCountText(count: number): string {
  return count < moderationCountLimit ? String(count) : `${moderationCountLimit - 1}+`
}

export const actionDoneTexts: Record<ModerationActionName, (inputs: { name: string }) => string> = {
  approve: m.proposals_done_approve,
  review: m.proposals_done_review,
  cancel_approval: m.proposals_done_cancel_approval,
  reject: m.proposals_done_reject,
  reset: m.proposals_done_reset,
  disable: m.proposals_done_disable,
  enable: m.proposals_done_reset,
  cancel: m.proposals_done_cancel,
  edit: m.proposals_done_edit,
}

export const sortOptions: { value: ProposalsPanelQuery['sort']; label: () => string }[] = [
  { value: '', label: m.proposals_sort_default },
  { value: '-created', label: m.proposals_sort_newest },
  { value: 'start', label: m.proposals_sort_start },
  { value: 'name', label: m.proposals_sort_name },
  { value: '-trust', label: m.proposals_sort_trust },
]

export const approvalDelayOptions: { value: number; label: () => string }[] = [
  { value: 0, label: m.proposals_delay_none },
  { value: 60, label: () => m.proposals_delay_minutes({ count: 1 }) },
  { value: 300, label: () => m.proposals_delay_minutes({ count: 5 }) },
  { value: 1800, label: () => m.proposals_delay_minutes({ count: 30 }) },
  { value: 3600, label: () => m.proposals_delay_hours({ count: 1 }) },
  { value: 86_400, label: () => m.proposals_delay_hours({ count: 24 }) },
]
export const defaultApprovalDelaySeconds = 60
