import { atom, computed, map } from 'nanostores'
import { findHypeClashes } from '#site/features/hype/clashes.ts'
import type { Api } from '#site/lib/api.ts'
import type { NextEvent } from '#worker/features/events/next/contract.ts'

type NextEventsState = { items: readonly NextEvent[]; isLoading: boolean; hasFailed: boolean }

export function createYourNextEventsStore(api: Pick<Api, 'get'>) {
  const $next = map<NextEventsState>({ items: [], isLoading: false, hasFailed: false })
  const $hyped = atom<ReadonlySet<number>>(new Set())
  const $clashes = computed([$next, $hyped], ({ items }, hyped) =>
    findHypeClashes(items.map(({ event }) => event).filter(({ id }) => hyped.has(id))),
  )

  async function load(): Promise<void> {
    if ($next.get().isLoading) return
    $next.setKey('isLoading', true)
    try {
      const { items } = await api.get('users/me/next_events')
      $hyped.set(new Set(items.flatMap(({ event, is_hyped }) => (is_hyped ? [event.id] : []))))
      $next.set({ items, isLoading: false, hasFailed: false })
    } catch {
      $next.set({ ...$next.get(), isLoading: false, hasFailed: true })
    }
  }

  function setHyped(id: number, isHyped: boolean): void {
    const hyped = new Set($hyped.get())
    if (isHyped) hyped.add(id)
    else hyped.delete(id)
    $hyped.set(hyped)
  }

  function isMissing(id: number): boolean {
    return $next.get().items.every(({ event }) => event.id !== id)
  }

  return { $next, $clashes, load, setHyped, isMissing }
}
