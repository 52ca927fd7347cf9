import { eventStatusNames } from '#site/lib/labels.ts'
import { showToast } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { actionDoneTexts, approvalDelayOptions } from './labels.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { ModerationAction } from './actions.ts'
import type { ProposalsPanelQuery } from './proposals.store.ts'

export function writePanelQueryToUrl(query: ProposalsPanelQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

export function showConflictToast(text: string, proposal: ProposalView | undefined): void {
  const refusalText = proposal
    ? m.proposals_refused({
        name: proposal.name,
        text,
        status: eventStatusNames[proposal.status](),
      })
    : text
  void showToast(refusalText, { kind: 'error' })
}

function actionDoneText(name: string, action: ModerationAction): string {
  if (action.name !== 'approve' || action.delay_seconds === 0)
    return actionDoneTexts[action.name]({ name })
  const delay = approvalDelayOptions.find(({ value }) => value === action.delay_seconds)
  const time = delay?.label() ?? m.proposals_delay_minutes({ count: action.delay_seconds / 60 })
  return m.proposals_done_schedule({ name, time })
}

export function showActionDoneToast(
  { id, name }: ProposalView,
  action: ModerationAction,
  undo: (() => void) | undefined,
): void {
  const text = actionDoneText(name, action)
  const subject = `proposal ${id}`
  void showToast(text, { subject, ...(undo && { action: { label: m.undo(), run: undo } }) })
}
