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
  store ??= startStore(root)
  void store.load()
}

function startStore(root: HTMLElement) {
  const own = createYourNextEventsStore(api)
  const list = part(root, '[data-next-list]')
  own.$next.listen(({ items, isLoading, hasFailed }, before) => {
    root.ariaBusy = String(isLoading)
    if (isLoading) return
    if (items !== before?.items) drawCards(list, items)
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

function drawCards(list: HTMLElement, items: readonly NextEvent[]): void {
  const reader = currentTimeContext()
  const page = { locale: readPathLocale(location.pathname), ctx: { now: reader.now } }
  list.innerHTML = items.map((item) => nextEventCard(page, item, reader).markup).join('')
  localizeTimes(list, reader)
  registerHypeButtons(list)
}

function markClash(card: HTMLElement, name: string | undefined): void {
  const mark = part(card, '[data-card-clash]')
  mark.hidden = name === undefined
  mark.textContent = name === undefined ? '' : m.calendar_overlap({ name })
  mark.title = mark.textContent
  part(card, '[data-card-channel]').toggleAttribute('hidden', name !== undefined)
}

function part(root: HTMLElement, selector: string): HTMLElement {
  return root.querySelector<HTMLElement>(selector) ?? root
}

function keepCurrent(own: ReturnType<typeof createYourNextEventsStore>): void {
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
