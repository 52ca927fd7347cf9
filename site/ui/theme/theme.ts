import { openStorage } from '#site/lib/storage.ts'
import { themeKey } from '#site/lib/storage-keys.ts'

/** The first paint applies it: `before-paint.ts`. */
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const rootElement = () => document.documentElement

export function readCurrentTheme(): Theme {
  return themes.find((theme) => theme === rootElement().dataset.theme) ?? 'system'
}

export function chooseTheme(theme: Theme): void {
  const storage = openStorage('localStorage')
  if (theme === 'system') {
    delete rootElement().dataset.theme
    storage.removeItem(themeKey)
  } else {
    rootElement().dataset.theme = theme
    storage.setItem(themeKey, theme)
  }
  for (const button of document.querySelectorAll<HTMLElement>('[data-theme-choice]')) {
    button.ariaPressed = String(button.dataset.themeChoice === theme)
  }
}
