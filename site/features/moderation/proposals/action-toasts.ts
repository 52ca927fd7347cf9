import { statusName } from '#site/lib/labels.ts'
import { showToast } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { ModerationAction } from './actions.ts'
import { actionDoneTexts } from './labels.ts'
import type { PanelQuery } from './proposals.store.ts'

/** The address says which list is shown, so that a reload shows it again. */
export function writePanelQueryToUrl(query: PanelQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

export function showConflict(text: string, proposal: ProposalView | undefined): void {
  const said = proposal
    ? m.proposals_refused({ name: proposal.name, text, status: statusName(proposal.status) })
    : text
  void showToast(said, { kind: 'error' })
}

export function showActionDone(
  { id, name }: ProposalView,
  act: ModerationAction,
  undo: (() => void) | undefined,
): void {
  const text = actionDoneTexts[act.name]({ name })
  const subject = `proposal ${id}`
  void showToast(text, { subject, ...(undo && { action: { label: m.undo(), run: undo } }) })
}
