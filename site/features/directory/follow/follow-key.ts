import type { Api } from '#site/lib/api.ts'
import type { FollowView } from '#worker/features/directory/follows/contract.ts'

/** What a button says it follows. */
export type FollowKey = `streamer-${number}` | `game-${number}`

export function isFollowKey(text: string): text is FollowKey {
  return /^(?:streamer|game)-[1-9]\d{0,15}$/.test(text)
}

export function putFollow(
  api: Pick<Api, 'put'>,
  key: FollowKey,
  followed: boolean,
): Promise<FollowView> {
  const [kind, id] = key.split('-')
  const body = { followed }
  return kind === 'game'
    ? api.put('games/:game/toggle_follow', { params: { game: Number(id) }, body })
    : api.put('streamers/:id/toggle_follow', { params: { id: Number(id) }, body })
}
