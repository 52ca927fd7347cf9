import { atom, computed, map } from 'nanostores'
import { findHypeClashes } from '#site/features/hype/clashes.ts'
import { failureText } from '#site/lib/failure-text.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type {
  HypedEventsView,
  HypedEventView,
  HypedEventsPeriod,
} from '#worker/features/notifications/planned/contract.ts'

type HypedEventsState = HypedEventsView & {
  period: HypedEventsPeriod
  isLoading: boolean
  failure: string
}

export function createHypedEventsStore(api: Pick<Api, 'get'>, first: HypedEventsView) {
  const $hyped = map<HypedEventsState>({
    ...first,
    period: 'upcoming',
    isLoading: false,
    failure: '',
  })
  /** No longer hyped, and still listed so that it can be undone. */
  const $withdrawn = atom<ReadonlySet<number>>(new Set())
  const $clashes = computed([$hyped, $withdrawn], ({ items }, withdrawn) =>
    findHypeClashes(items.map(({ event }) => event).filter(({ id }) => !withdrawn.has(id))),
  )

  function setHyped(id: number, isHyped: boolean): void {
    const others = [...$withdrawn.get()].filter((one) => one !== id)
    $withdrawn.set(new Set(isHyped ? others : [...others, id]))
  }

  async function fetchPart(
    period: HypedEventsPeriod,
    before: HypedEventView[],
    cursor?: string,
  ): Promise<void> {
    $hyped.set({ ...$hyped.get(), period, items: before, isLoading: true, failure: '' })
    const isCurrent = () => $hyped.get().period === period
    try {
      const part = await api.get('users/me/hyped_events', {
        query: { period, limit: 10, cursor },
      })
      if (!isCurrent()) return
      const { items, next_cursor } = part
      $hyped.set({ ...$hyped.get(), items: [...before, ...items], next_cursor, isLoading: false })
    } catch (error) {
      if (!isCurrent()) return
      const failure = failureText(error, m.hyped_failed)
      $hyped.set({ ...$hyped.get(), isLoading: false, failure })
    }
  }

  function load(period: HypedEventsPeriod): Promise<void> {
    $hyped.setKey('next_cursor', null)
    return fetchPart(period, [])
  }

  async function loadMore(): Promise<void> {
    const { period, items, next_cursor, isLoading } = $hyped.get()
    if (next_cursor && !isLoading) await fetchPart(period, items, next_cursor)
  }

  function retry(): Promise<void> {
    const { period, items, next_cursor } = $hyped.get()
    return next_cursor ? fetchPart(period, items, next_cursor) : load(period)
  }

  return { $hyped, $withdrawn, $clashes, setHyped, load, loadMore, retry }
}
