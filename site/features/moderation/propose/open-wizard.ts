import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import proposeStyles from './propose.css?url'

export type WizardOptions = {
  isModerating?: boolean
  /** With the link to start from somewhere in it, or without one. */
  sharedText?: string
}

/** Loads React on demand; resolves, once the wizard is closed, with what was sent. */
export async function openWizard(
  proposal?: ProposalView,
  options: WizardOptions = {},
): Promise<ProposalView | undefined> {
  // The server renders islands that open it but never does: its bundle stays without the wizard.
  if (import.meta.env.SSR) return undefined
  const { mountWizard } = await withStyles(import('./mount.tsx'), formsStyles, proposeStyles)
  return mountWizard(proposal, options)
}
