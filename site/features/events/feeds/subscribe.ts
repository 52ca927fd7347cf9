import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'

async function copyAddress(button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(button.dataset['copyAddress'] ?? '')
    showLoadedToast(m.subscribe_copied())
  } catch {
    showLoadedToast(m.subscribe_copy_failed(), { kind: 'error' })
  }
}

for (const button of document.querySelectorAll<HTMLElement>('[data-copy-address]')) {
  button.addEventListener('click', () => void copyAddress(button))
}
