import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import proposeStyles from '../propose/propose.css?url'

/** Loads React on demand; resolves, once the dialog is closed, with the changed event. */
export async function openOwnChangeDialog(event: ProposalView): Promise<ProposalView | undefined> {
  if (import.meta.env.SSR) return undefined
  const { mountOwnChangeDialog } = await withStyles(
    import('./OwnChangeDialog.tsx'),
    formsStyles,
    proposeStyles,
  )
  return mountOwnChangeDialog(event)
}
