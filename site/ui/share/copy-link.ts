import { m } from '#site/lib/messages.ts'
import { showToast } from '#site/ui/toasts/toasts.ts'

/** Where the clipboard refuses, or there is none as the page is not secure, the link is shown. */
export async function copyLink(link: string): Promise<void> {
  try {
    // Before anything is awaited: some browsers write only while the click is handled.
    await navigator.clipboard.writeText(link)
    await showToast(m.link_copied(), {})
  } catch {
    await showToast(m.link_copy_failed(), { kind: 'error', field: link })
  }
}
