import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import emailSheetStyles from './email-sheet.css?url'
import { showSheetFrame, type SheetActionName } from './show-frame.ts'

/** Shown in place of the code once its action is done. */
export type LastStep = {
  title: string
  text: string
  /** Event that can be added to a calendar. */
  slug?: string
  link?: { label: string; href: string }
}

export type EmailSheetAction = {
  action: SheetActionName
  /** The text that was shared, for a proposal; empty where nothing was. */
  subject: string
  name: string
  /** Start of an event with an exact start. */
  start: string | undefined
  /** The pressed button. */
  opener?: Element
  /** Without a last step the sheet closes: the action failed, or goes on by itself. */
  onSignedIn: () => Promise<LastStep | undefined> | void
}

export async function askForEmailAddress(wish: EmailSheetAction): Promise<void> {
  const sheet = showSheetFrame(wish.action, wish.name.trim())
  const part = import('./email-sheet.ts')
  const { fillEmailSheet } = await withStyles(part, formsStyles, emailSheetStyles)
  // Closed in the meantime: the guest changed their mind.
  if (sheet.open) fillEmailSheet(sheet, wish)
}
