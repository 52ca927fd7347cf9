import { openDisplayChoices } from '#site/features/events/display-choices.ts'
import { onDisplayChange } from '#site/lib/display/display.ts'

const button = document.querySelector<HTMLElement>('[data-density-switch]')

function isCompact(): boolean {
  return document.documentElement.dataset.density === 'compact'
}

function showDensity(): void {
  if (button) button.ariaPressed = String(isCompact())
}

button?.addEventListener('click', () => {
  void openDisplayChoices().change({ density: isCompact() ? 'comfortable' : 'compact' })
})
onDisplayChange(showDensity)
showDensity()
