import { withStyles } from '#site/lib/rendering/with-styles.ts'
import formsStyles from '#site/ui/fields/forms.css?url'
import settingsStyles from './settings-modal.css?url'

async function openSettingsFrom(button: Element): Promise<void> {
  button.setAttribute('aria-busy', 'true')
  try {
    const settingsModule = import('./mount.tsx')
    const { openSettingsDialog } = await withStyles(settingsModule, formsStyles, settingsStyles)
    await openSettingsDialog({
      isForDisplay: button.getAttribute('data-open-settings') === 'display',
    })
  } finally {
    button.removeAttribute('aria-busy')
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-open-settings]')
  if (button && !button.hasAttribute('aria-busy')) void openSettingsFrom(button)
})
