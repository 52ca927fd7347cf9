import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

/** React and the wizard come only now. Answers, once it is closed, with what was sent. */
export async function openWizard(
  proposal?: ProposalView,
  options: { isModerating?: boolean } = {},
): Promise<ProposalView | undefined> {
  // The server renders islands that open it but never does: its bundle stays without the wizard.
  if (import.meta.env.SSR) return undefined
  const { mountWizard } = await import('./mount.tsx')
  return mountWizard(proposal, options)
}
