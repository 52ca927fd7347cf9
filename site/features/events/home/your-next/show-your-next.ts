import { onHype, registerHypeButtons } from '#site/features/hype/hype.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { api } from '#site/lib/api.ts'
import { drawCard, markClash } from './card.ts'
import { createYourNextStore } from './your-next.store.ts'

let store: ReturnType<typeof createYourNextStore> | undefined

/** Fills the space that the page keeps for the member's next events. */
export function showYourNext(): void {
  const root = document.querySelector<HTMLElement>('[data-your-next]')
  if (!root) return
  store ??= startStore(root)
  void store.load()
}

function startStore(root: HTMLElement) {
  const own = createYourNextStore(api)
  const list = part(root, '[data-next-list]')
  const template = root.querySelector('template')
  own.$next.listen(({ items, isLoading, hasFailed }, before) => {
    root.ariaBusy = String(isLoading)
    if (isLoading) return
    if (items !== before?.items && template) {
      list.replaceChildren(...items.map((item) => drawCard(template, item)))
      registerHypeButtons(list)
    }
    list.hidden = items.length === 0
    part(root, '[data-next-failed]').hidden = !hasFailed || items.length > 0
    part(root, '[data-next-none]').hidden = hasFailed || items.length > 0
  })
  own.$clashes.listen((clashes) => {
    for (const card of list.querySelectorAll<HTMLElement>('[data-next-event]')) {
      markClash(card, clashes.get(Number(card.dataset.nextEvent)))
    }
  })
  part(root, '[data-next-retry]').addEventListener('click', () => void own.load())
  keepCurrent(own)
  return own
}

function part(root: HTMLElement, selector: string): HTMLElement {
  return root.querySelector<HTMLElement>(selector) ?? root
}

/** What else the page, another tab or time changed. */
function keepCurrent(own: ReturnType<typeof createYourNextStore>): void {
  onToggleChange('hype', ({ key, isOn }) => own.setHyped(Number(key), isOn))
  onHype(async (id) => {
    if (own.isMissing(id)) await own.load()
  })
  addEventListener('answered follow', () => void own.load())
  addEventListener('online', () => void own.load())
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void own.load()
  })
}
