import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'

const panel = document.querySelector<HTMLDetailsElement>('.planned')
const root = panel?.querySelector<HTMLElement>('[data-planned]')

async function fill(): Promise<void> {
  if (!panel?.open || !root) return
  const { showPlannedNotifications } = await import('./mount.tsx')
  await showPlannedNotifications(root)
}

function refill(): void {
  fill().catch(() => showLoadedToast(m.planned_failed(), { kind: 'error' }))
}

panel?.addEventListener('toggle', refill)
addEventListener('answered hype', refill)
