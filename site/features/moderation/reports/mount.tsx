import { createRoot } from 'react-dom/client'
import { parseReportedSubject } from './report-form.ts'
import { ReportDialog } from './ReportDialog.tsx'

let isOpen = false

/** `report` names the page, such as `event-12`. */
export function openReportDialog(report: string, name: string): void {
  const subject = parseReportedSubject(report)
  if (!subject || isOpen) return
  isOpen = true
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const close = () => {
    root.unmount()
    host.remove()
    isOpen = false
  }
  root.render(<ReportDialog {...{ report, subject, name }} onClose={close} />)
}
