import type { ProposalView } from '#worker/features/proposals/contract.ts'

/** React and the wizard come only now. Answers, once it is closed, with what was sent. */
export async function openWizard(
  proposal?: ProposalView,
  options: { isModerating?: boolean } = {},
): Promise<ProposalView | undefined> {
  const { mountWizard } = await import('./mount.tsx')
  return mountWizard(proposal, options)
}
