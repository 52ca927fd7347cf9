import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import proposeStyles from './propose.css?url'

/** Loads React on demand; resolves, once the wizard is closed, with what was sent. */
export async function openWizard(
  proposal?: ProposalView,
  options: { isModerating?: boolean } = {},
): Promise<ProposalView | undefined> {
  // The server renders islands that open it but never does: its bundle stays without the wizard.
  if (import.meta.env.SSR) return undefined
  const { mountWizard } = await withStyles(import('./mount.tsx'), formsStyles, proposeStyles)
  return mountWizard(proposal, options)
}
