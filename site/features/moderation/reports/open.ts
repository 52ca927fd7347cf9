import { withStyles } from '#site/lib/rendering/with-styles.ts'
import { markPendingActionPerformed } from '#site/lib/session/resume-after-login.ts'
import { takeReportParameter } from '#site/lib/session/return-url.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import reportStyles from './report.css?url'

async function importAndOpenDialog({ dataset }: HTMLElement): Promise<void> {
  const { report = '', reportName = '' } = dataset
  const { openReportDialog } = await withStyles(import('./mount.tsx'), formsStyles, reportStyles)
  openReportDialog(report, reportName)
}

async function openDialogFrom(button: HTMLElement): Promise<void> {
  button.ariaBusy = 'true'
  await importAndOpenDialog(button).finally(() => (button.ariaBusy = null))
}

function openDialogAfterSignIn(): void {
  const report = takeReportParameter()
  if (!report) return
  markPendingActionPerformed()
  const button = document.querySelector<HTMLElement>(`[data-report="${CSS.escape(report)}"]`)
  if (button) void openDialogFrom(button)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-report]')
  if (button && button.ariaBusy !== 'true') void openDialogFrom(button)
})
openDialogAfterSignIn()
