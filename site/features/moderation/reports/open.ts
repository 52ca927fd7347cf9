import { readAccessToken } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import { markPendingActionPerformed } from '#site/lib/session/resume-after-login.ts'
import { addReportParameter, takeReportParameter } from '#site/lib/session/return-url.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import type { Locale } from '#worker/contracts/locale.ts'
import reportStyles from './report.css?url'

async function importAndOpenDialog({ dataset }: HTMLElement): Promise<void> {
  const { report = '', reportName = '' } = dataset
  const { openReportDialog } = await withStyles(import('./mount.tsx'), formsStyles, reportStyles)
  openReportDialog(report, reportName)
}

function leaveForSignup(report: string): void {
  const here = addReportParameter(location, report)
  location.assign(paths.signup(document.documentElement.lang as Locale, here))
}

async function openDialogFrom(button: HTMLElement): Promise<void> {
  if (!readAccessToken()) return leaveForSignup(button.dataset.report ?? '')
  button.ariaBusy = 'true'
  await importAndOpenDialog(button).finally(() => (button.ariaBusy = null))
}

function openDialogAfterSignIn(): void {
  const report = takeReportParameter()
  if (!report || !readAccessToken()) return
  markPendingActionPerformed()
  const button = document.querySelector<HTMLElement>(`[data-report="${CSS.escape(report)}"]`)
  if (button) void openDialogFrom(button)
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest<HTMLElement>('[data-report]')
  if (button && button.ariaBusy !== 'true') void openDialogFrom(button)
})
openDialogAfterSignIn()
