import { onHype, registerHypeButtons } from '#site/features/hype/hype.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { readPathLocale } from '#site/lib/paths.ts'
import { localizeTimes } from '#site/lib/time/localize.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import type { NextEvent } from '#worker/features/events/next/contract.ts'
import { nextEventCard } from './next-card.ts'
import { createYourNextEventsStore } from './your-next.store.ts'

let store: ReturnType<typeof createYourNextEventsStore> | undefined

export function showYourNextEvents(): void {
  const root = document.querySelector<HTMLElement>('[data-your-next]')
  if (!root) return
  store ??= startNextEventsStore(root)
  void store.load()
}

function startNextEventsStore(root: HTMLElement) {
  const own = createYourNextEventsStore(api)
  const list = findCardPart(root, '[data-next-list]')
  own.$next.listen(({ items, isLoading, hasFailed }, before) => {
    root.ariaBusy = String(isLoading)
    if (isLoading) return
    if (items !== before?.items) drawCards(list, items)
    list.hidden = items.length === 0
    findCardPart(root, '[data-next-failed]').hidden = !hasFailed || items.length > 0
    findCardPart(root, '[data-next-none]').hidden = hasFailed || items.length > 0
  })
  own.$clashes.listen((clashes) => {
    for (const card of list.querySelectorAll<HTMLElement>('[data-next-event]')) {
      showCardClash(card, clashes.get(Number(card.dataset.nextEvent)))
    }
  })
  findCardPart(root, '[data-next-retry]').addEventListener('click', () => void own.load())
  keepEventsCurrent(own)
  return own
}

function drawCards(list: HTMLElement, items: readonly NextEvent[]): void {
  const reader = currentTimeContext()
  const page = { locale: readPathLocale(location.pathname), ctx: { now: reader.now } }
  list.innerHTML = items.map((item) => nextEventCard(page, item, reader).markup).join('')
  localizeTimes(list, reader)
  registerHypeButtons(list)
}

function showCardClash(card: HTMLElement, name: string | undefined): void {
  const mark = findCardPart(card, '[data-card-clash]')
  mark.hidden = name === undefined
  mark.textContent = name === undefined ? '' : m.calendar_overlap({ name })
  mark.title = mark.textContent
  findCardPart(card, '[data-card-channel]').toggleAttribute('hidden', name !== undefined)
}

function findCardPart(root: HTMLElement, selector: string): HTMLElement {
  return root.querySelector<HTMLElement>(selector) ?? root
}

function keepEventsCurrent(own: ReturnType<typeof createYourNextEventsStore>): void {
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
