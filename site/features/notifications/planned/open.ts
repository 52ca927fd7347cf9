import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'

const panel = document.querySelector<HTMLDetailsElement>('.planned')
const root = panel?.querySelector<HTMLElement>('[data-planned]')

async function fillPanel(): Promise<void> {
  if (!panel?.open || !root) return
  const { showPlannedNotifications } = await import('./mount.tsx')
  await showPlannedNotifications(root)
}

function refillPanel(): void {
  fillPanel().catch(() => showLoadedToast(m.planned_failed(), { kind: 'error' }))
}

panel?.addEventListener('toggle', refillPanel)
addEventListener('answered hype', refillPanel)
