import type { Api } from '#site/lib/api.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'
import type { HypeDatesView, HypesAndFollowsView } from '#worker/features/hype/contract.ts'

/** `series-` with the id of one of its events, or `group-` with its own. */
export type HypeDatesKey = `series-${number}` | `group-${number}`

export function isHypeDatesKey(text: string): text is HypeDatesKey {
  return /^(?:series|group)-[1-9]\d{0,15}$/.test(text)
}

type HypedEvent = HypeDatesView['hyped_events'][number]
type HypedDates = {
  ids: readonly number[]
  /** True if these are all; otherwise only the server knows. */
  isComplete: boolean
}

type Dependencies = {
  api: Pick<Api, 'put'>
  readHypesAndFollows: () => Promise<Pick<HypesAndFollowsView, 'hyped_events'>>
  onChange: (key: HypeDatesKey, state: { isDone: boolean; isSending: boolean }) => void
  onHyped: (events: HypedEvent[]) => void
  onEarned: (earned: RewardResult) => void
  onFailure: (error: unknown) => void
}

function putHypeDates(api: Pick<Api, 'put'>, key: HypeDatesKey): Promise<HypeDatesView> {
  const [kind, id] = key.split('-')
  return kind === 'group'
    ? api.put('groups/:group/hype_dates', { params: { group: Number(id) } })
    : api.put('events/:event/hype_series', { params: { event: Number(id) } })
}

/** A date that is taken back offers the button again. */
export function createHypeDatesStore(dependencies: Dependencies) {
  const { api, readHypesAndFollows, onChange, onHyped, onEarned, onFailure } = dependencies
  const known = new Map<HypeDatesKey, HypedDates>()
  const sending = new Set<HypeDatesKey>()
  const hyped = new Set<number>()

  function isDone(key: HypeDatesKey): boolean {
    const dates = known.get(key)
    return dates?.isComplete === true && dates.ids.every((id) => hyped.has(id))
  }

  function show(key: HypeDatesKey): void {
    onChange(key, { isDone: isDone(key), isSending: sending.has(key) })
  }

  function add(key: HypeDatesKey, dates: HypedDates): void {
    known.set(key, dates)
    if (isDone(key)) show(key)
  }

  function mark(id: number, isOn: boolean): void {
    if (hyped.has(id) === isOn) return
    if (isOn) hyped.add(id)
    else hyped.delete(id)
    for (const [key, { ids }] of known) if (ids.includes(id)) show(key)
  }

  async function load(): Promise<void> {
    const { hyped_events } = await readHypesAndFollows()
    for (const id of hyped_events) mark(id, true)
  }

  async function hypeAll(key: HypeDatesKey): Promise<boolean> {
    if (sending.has(key) || isDone(key)) return false
    sending.add(key)
    show(key)
    try {
      const { hyped_events, gamification_info } = await putHypeDates(api, key)
      known.set(key, { ids: hyped_events.map(({ id }) => id), isComplete: true })
      for (const { id } of hyped_events) mark(id, true)
      onHyped(hyped_events)
      onEarned(gamification_info.gamification)
      return true
    } catch (error) {
      onFailure(error)
      return false
    } finally {
      sending.delete(key)
      show(key)
    }
  }

  return { add, mark, load, hypeAll, sending: () => [...sending] }
}
