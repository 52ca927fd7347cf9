import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'

/** The panel is plain HTML; what fills it comes when it is first opened. */
const panel = document.querySelector<HTMLElement>('#bell-panel')
const list = panel?.querySelector<HTMLElement>('[data-bell-list]')

async function fill(root: HTMLElement): Promise<void> {
  const { showBell } = await import('./mount.tsx')
  await showBell(root)
}

panel?.addEventListener('toggle', ({ newState }) => {
  if (newState !== 'open' || !list) return
  fill(list).catch(() => {
    panel.hidePopover()
    showLoadedToast(m.error_internal_error(), { kind: 'error' })
  })
})
