import { createToggleButtons } from '#site/features/hype/toggles/toggle-buttons.ts'
import type { ToggleState } from '#site/features/hype/toggles/toggles.store.ts'
import { m } from '#site/lib/messages.ts'
import { clearHypesAndFollows } from '#site/lib/session/relations.ts'
import { createFollowsStore, isFollowKey, type FollowKey } from './follow.store.ts'

const { toggles, register, onAnswer } = createToggleButtons<FollowKey>({
  on: 'follow',
  off: 'unfollow',
  createStore: createFollowsStore,
  attribute: 'data-follow',
  toKey: (text) => (isFollowKey(text) ? text : undefined),
  countsOf: (key) => `[data-follow="${key}"] [data-follow-count], [data-followers="${key}"]`,
  failureText: m.follow_failed,
  describeDone: (_key, button) => ({
    title: m.sheet_followed({ name: button.querySelector('.visually-hidden')?.textContent ?? '' }),
    text: m.sheet_followed_text(),
  }),
})

export const registerFollowButtons = register

export function applyFollowState(key: FollowKey, state: ToggleState): void {
  toggles.receive(key, state)
  onAnswer(key, state)
}

export async function refreshFollows(): Promise<void> {
  clearHypesAndFollows()
  if (document.querySelector('[data-follow]')) await toggles.load()
}
