import { createTogglesStore, type ToggleDependencies } from './toggles/toggles.store.ts'
import type { Api } from '#site/lib/api.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'

type Dependencies = Omit<ToggleDependencies<number>, 'readMine' | 'put'> & {
  api: Pick<Api, 'put'>
  readHypesAndFollows: () => Promise<Pick<HypesAndFollowsView, 'hyped_events'>>
  /** `reminders` are ISO instants. */
  onHyped?: (id: number, reminders: string[]) => void
  onUnhyped?: (id: number) => void
}

export function createHypesStore(dependencies: Dependencies) {
  const { api, readHypesAndFollows, onHyped, onUnhyped, ...reactions } = dependencies
  return createTogglesStore<number>({
    ...reactions,
    readMine: async () => (await readHypesAndFollows()).hyped_events,
    async put(id, isOn) {
      const answer = await api.put('events/:event/toggle_hype', {
        params: { event: id },
        body: { hyped: isOn },
      })
      const { hyped, hype_count, reminders, gamification_info } = answer
      if (hyped) onHyped?.(id, reminders)
      else onUnhyped?.(id)
      return { isOn: hyped, count: hype_count, earned: gamification_info.gamification }
    },
  })
}
