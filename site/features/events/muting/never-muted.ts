import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { readAccessToken } from '#site/lib/api.ts'
import {
  readCurrentMutingTraits,
  onDisplayChange,
  storeNeverMutedTraits,
} from '#site/lib/display/display.ts'
import { readHypesAndFollows } from '#site/lib/session/relations.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'

/** The latest hypes; more would slow the style of every row. */
const mostHypes = 200

export function listNeverMutedTraits(relations: HypesAndFollowsView): string[] {
  const { hyped_events, followed_streamers, followed_games, followed_groups, own_streamer } =
    relations
  return [
    ...hyped_events.slice(0, mostHypes).map((id) => `event-${id}`),
    ...(own_streamer === null ? [] : [`streamer-${own_streamer}`]),
    ...followed_streamers.map((id) => `streamer-${id}`),
    ...followed_games.map((id) => `game-${id}`),
    ...followed_groups.map((id) => `group-${id}`),
  ]
}

async function refreshNeverMutedTraits(): Promise<void> {
  // Hypes matter only to those who mute something.
  if (!readAccessToken() || readCurrentMutingTraits().muted.length === 0) return
  storeNeverMutedTraits(listNeverMutedTraits(await readHypesAndFollows()))
}

function addNeverMutedTrait(trait: string): void {
  const { muted, neverMuted } = readCurrentMutingTraits()
  if (muted.length > 0 && !neverMuted.includes(trait)) storeNeverMutedTraits([...neverMuted, trait])
}

/** Unhyped events stay until the next first paint, under the button just pressed. */
export function syncNeverMutedTraits(): void {
  let mutedBefore = readCurrentMutingTraits().muted.length
  onDisplayChange(() => {
    const { length } = readCurrentMutingTraits().muted
    if (length > mutedBefore) void refreshNeverMutedTraits().catch(() => undefined)
    mutedBefore = length
  })
  onToggleChange('hype', ({ key, isOn }) => isOn && addNeverMutedTrait(`event-${key}`))
  onToggleChange('follow', ({ key, isOn }) => isOn && addNeverMutedTrait(String(key)))
  void refreshNeverMutedTraits().catch(() => undefined)
}
