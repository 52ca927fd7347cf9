import { eventStatusNames } from '#site/lib/labels.ts'
import { showToast } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { actionDoneTexts, approvalDelayOptions, defaultApprovalDelaySeconds } from './labels.ts'
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

/** Time by which an approval is put off, at first; the proposal offers the same afterwards. */
const undoToastMs = defaultApprovalDelaySeconds * 1000

/** Shows the last one alone: a row of decisions would cover the page. */
export function showActionDoneToast(
  { name }: ProposalView,
  action: ModerationAction,
  undo: (() => void) | undefined,
): void {
  void showToast(actionDoneText(name, action), {
    subject: 'moderation',
    ...(undo && { action: { label: m.undo(), run: undo }, duration: undoToastMs }),
  })
}
