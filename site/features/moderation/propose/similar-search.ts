import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import type { SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'
import { readStart, type Draft } from './draft.ts'

export function toSimilarEventsQuery(draft: Draft, step: number) {
  const { platform, streaming_account_name, name, timezone } = draft
  if (!platform || !streaming_account_name.trim()) return undefined
  if (step === 0) return { platform, streaming_account_name }
  const start = readStart(draft)
  if (step !== 2 || !('at' in start)) return undefined
  const at = new Date(start.at).toISOString()
  return { platform, streaming_account_name, name, timezone, start: at }
}

/** Shown before sending; they never hold anything up. */
export function createSimilarEventsSearch(api: Pick<Api, 'get' | 'put'>) {
  const $found = atom<SimilarEvent[]>([])
  const dismissed = new Set<number>()
  let latest = 0

  async function look(draft: Draft, step: number): Promise<void> {
    const search = (latest += 1)
    const query = toSimilarEventsQuery(draft, step)
    const { items } = query
      ? await api.get('users/me/similar_events', { query }).catch(() => ({ items: [] }))
      : { items: [] }
    if (search === latest) $found.set(items.filter(({ id }) => !dismissed.has(id)))
  }

  function dismiss(similar: readonly SimilarEvent[]): void {
    for (const { id } of similar) dismissed.add(id)
    $found.set($found.get().filter(({ id }) => !dismissed.has(id)))
  }

  function areDismissed(similar: readonly SimilarEvent[]): boolean {
    return similar.length > 0 && similar.every(({ id }) => dismissed.has(id))
  }

  /** Resolves to the times of the reminders. */
  async function hype(id: number): Promise<string[]> {
    const body = { hyped: true }
    return (await api.put('events/:event/toggle_hype', { params: { event: id }, body })).reminders
  }

  return { $found, look, dismiss, areDismissed, hype }
}
