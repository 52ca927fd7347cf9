import { showLoadedToast } from '#site/ui/toasts/toast.ts'
import { m } from '#site/lib/messages.ts'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import bellStyles from './bell.css?url'

const panel = document.querySelector<HTMLElement>('#bell-panel')
const list = panel?.querySelector<HTMLElement>('[data-bell-list]')

async function fillBell(root: HTMLElement): Promise<void> {
  const { showBellNotifications } = await withStyles(import('./mount.tsx'), bellStyles)
  await showBellNotifications(root)
}

panel?.addEventListener('toggle', ({ newState }) => {
  if (newState !== 'open' || !list) return
  fillBell(list).catch(() => {
    panel.hidePopover()
    showLoadedToast(m.error_internal_error(), { kind: 'error' })
  })
})
