import {
  createTogglesStore,
  type ToggleDependencies,
} from '#site/features/hype/toggles/toggles.store.ts'
import type { Api } from '#site/lib/api.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'
import type { FollowView } from '#worker/features/directory/follows/contract.ts'

export type FollowKey = `streamer-${number}` | `game-${number}` | `group-${number}`

export function isFollowKey(text: string): text is FollowKey {
  return /^(?:streamer|game|group)-[1-9]\d{0,15}$/.test(text)
}

export function putFollow(
  api: Pick<Api, 'put'>,
  key: FollowKey,
  followed: boolean,
): Promise<FollowView> {
  const [kind, id] = key.split('-')
  const body = { followed }
  if (kind === 'group') {
    return api.put('groups/:group/toggle_follow', { params: { group: Number(id) }, body })
  }
  return kind === 'game'
    ? api.put('games/:game/toggle_follow', { params: { game: Number(id) }, body })
    : api.put('streamers/:id/toggle_follow', { params: { id: Number(id) }, body })
}

type Dependencies = Omit<ToggleDependencies<FollowKey>, 'readMine' | 'put'> & {
  api: Pick<Api, 'put'>
  readHypesAndFollows: () => Promise<
    Pick<HypesAndFollowsView, 'followed_streamers' | 'followed_games' | 'followed_groups'>
  >
}

export function createFollowsStore({ api, readHypesAndFollows, ...reactions }: Dependencies) {
  return createTogglesStore<FollowKey>({
    ...reactions,
    async readMine() {
      const { followed_streamers, followed_games, followed_groups } = await readHypesAndFollows()
      return [
        ...followed_streamers.map((id) => `streamer-${id}` as const),
        ...followed_games.map((id) => `game-${id}` as const),
        ...followed_groups.map((id) => `group-${id}` as const),
      ]
    },
    async put(key, isOn) {
      const answer = await putFollow(api, key, isOn)
      const { followed, followers, gamification_info } = answer
      return { isOn: followed, count: followers, earned: gamification_info.gamification }
    },
  })
}
