import {
  createToggles,
  type ToggleDependencies,
} from '#site/features/hype/toggles/toggles.store.ts'
import type { Api } from '#site/lib/api.ts'
import type { RelationsView } from '#worker/features/hype/contract.ts'
import { putFollow, type FollowKey } from './follow-key.ts'

type Dependencies = Omit<ToggleDependencies<FollowKey>, 'readMine' | 'put'> & {
  api: Pick<Api, 'put'>
  readRelations: () => Promise<Pick<RelationsView, 'followed_streamers' | 'followed_games'>>
}

/** The page's follows of streamers and games. */
export function createFollows({ api, readRelations, ...reactions }: Dependencies) {
  return createToggles<FollowKey>({
    ...reactions,
    async readMine() {
      const { followed_streamers, followed_games } = await readRelations()
      return [
        ...followed_streamers.map((id) => `streamer-${id}` as const),
        ...followed_games.map((id) => `game-${id}` as const),
      ]
    },
    async put(key, isOn) {
      const answer = await putFollow(api, key, isOn)
      const { followed, followers, gamification_info } = answer
      return { isOn: followed, count: followers, earned: gamification_info.gamification }
    },
  })
}
