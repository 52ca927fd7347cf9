import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'

async function shareLink(): Promise<void> {
  const url =
    document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href
  const title = document.querySelector('h1')?.textContent ?? document.title
  if ('share' in navigator && matchMedia('(pointer: coarse)').matches) {
    // Closing the sheet is no failure.
    await navigator.share({ title, url }).catch(() => undefined)
    return
  }
  try {
    // The clipboard needs a secure context.
    await navigator.clipboard.writeText(url)
    showLoadedToast(m.event_link_copied())
  } catch {
    showLoadedToast(m.event_share_failed(), { kind: 'error' })
  }
}

document.querySelector('[data-share]')?.addEventListener('click', () => void shareLink())
