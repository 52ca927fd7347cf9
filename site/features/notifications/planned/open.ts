import { readAccessToken } from '#site/lib/api.ts'
import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'

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

/** Reminders of what has begun or is cancelled were sent to those who hyped it. */
async function revealIfHyped(): Promise<void> {
  if (!panel?.hidden || !readAccessToken()) return
  const { hyped_events: hyped } = await readHypesAndFollows()
  panel.hidden = !hyped.includes(Number(root?.dataset.planned))
}

revealIfHyped().catch(() => undefined)
panel?.addEventListener('toggle', refillPanel)
addEventListener('answered hype', refillPanel)
