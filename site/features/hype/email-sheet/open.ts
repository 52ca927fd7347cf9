import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import emailSheetStyles from './email-sheet.css?url'

export type EmailSheetAction = {
  action: 'hype' | 'hype_all' | 'follow' | 'calendar' | 'propose'
  /** Without one, a proposal is a new one. */
  subject: string
  name: string
  /** Start of an event with an exact start. */
  start: string | undefined
  onSignedIn: () => void
}

export async function askForEmailAddress(wish: EmailSheetAction): Promise<void> {
  const part = import('./email-sheet.ts')
  const { openEmailSheet } = await withStyles(part, formsStyles, emailSheetStyles)
  openEmailSheet(wish)
}
