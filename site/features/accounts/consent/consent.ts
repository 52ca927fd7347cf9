import { openStorage } from '#site/lib/storage.ts'
import { createConsentStore } from './consent.store.ts'

const page = document.documentElement
const consent = createConsentStore({ storage: openStorage('localStorage'), now: Date.now })

/** Undefined until somebody chooses. */
export const $consent = consent.$choice

function markChosenButton(): void {
  for (const button of document.querySelectorAll<HTMLElement>('button[data-consent]')) {
    button.ariaPressed = String(button.dataset.consent === consent.$choice.get())
  }
}

let focusBeforeNotice: Element | null = null

export function openConsentDialog(): void {
  focusBeforeNotice = document.activeElement
  page.dataset.consent = 'ask'
  document.querySelector<HTMLElement>('.consent')?.focus()
}

function chooseCookies(choice: 'necessary' | 'functional'): void {
  consent.choose(choice)
  delete page.dataset.consent
  if (focusBeforeNotice instanceof HTMLElement) focusBeforeNotice.focus()
  focusBeforeNotice = null
}

/** On phones the notice would cover the first screen: it waits until the reader goes on. */
function askConsentOnceScrolled(): void {
  if (page.dataset.consent !== 'later') return
  const scrolled = new AbortController()
  const ask = () => {
    if (scrollY < innerHeight / 2) return
    scrolled.abort()
    if (page.dataset.consent === 'later') page.dataset.consent = 'ask'
  }
  addEventListener('scroll', ask, { passive: true, signal: scrolled.signal })
  ask()
}

askConsentOnceScrolled()
consent.$choice.subscribe(markChosenButton)
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const choice = target.closest<HTMLElement>('button[data-consent]')?.dataset.consent
  if (choice === 'necessary' || choice === 'functional') chooseCookies(choice)
  if (target.closest('[data-open-consent]')) openConsentDialog()
})
