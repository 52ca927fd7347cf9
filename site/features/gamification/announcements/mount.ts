import type { MapStore } from 'nanostores'
import {
  achievementKey,
  createAnnouncements,
  levelKey,
  type Announcements,
} from '#site/lib/session/announcements.ts'
import type { GamificationState } from '#site/lib/session/gamification-state.ts'
import { pauseWhileUsed, mountToast } from '#site/ui/toasts/toast.ts'
import { drawAchievementCard, drawLevelCard } from './cards.ts'

type Drawn = { element: HTMLElement; remove: () => void }

const drawn = new Map<string, Drawn>()

/** Where the keyboard was before it came to a card. */
let cameFrom: HTMLElement | undefined

function keepOrigin({ relatedTarget }: FocusEvent): void {
  const isCard = relatedTarget instanceof Element && relatedTarget.closest('.reward')
  if (relatedTarget instanceof HTMLElement && !isCard) cameFrom = relatedTarget
}

/** Closing what has the focus leads to the next card, or back. */
function remove({ element, remove: takeAway }: Drawn): void {
  const hasFocus = element.contains(document.activeElement)
  takeAway()
  if (!hasFocus) return
  const next = document.querySelector<HTMLElement>('.reward .reward-close') ?? cameFrom
  next?.focus({ preventScroll: true })
}

function cardsOf(state: GamificationState, announcements: Announcements) {
  const cards = new Map<string, () => HTMLElement>()
  if (state.isNotificationShown) {
    cards.set(levelKey, () =>
      drawLevelCard(state.currentLevel, () => announcements.dismiss(levelKey)),
    )
  }
  for (const one of state.newAchievements) {
    const key = achievementKey(one)
    cards.set(key, () => drawAchievementCard(one, () => announcements.dismiss(key)))
  }
  return cards
}

function place(key: string, element: HTMLElement, announcements: Announcements): void {
  pauseWhileUsed(
    element,
    () => announcements.pause(key),
    () => announcements.resume(key),
  )
  element.addEventListener('focusin', keepOrigin)
  drawn.set(key, { element, remove: mountToast(element) })
}

function draw(state: GamificationState, announcements: Announcements): void {
  const cards = cardsOf(state, announcements)
  for (const [key, one] of drawn) {
    if (cards.has(key)) continue
    drawn.delete(key)
    remove(one)
  }
  for (const [key, drawCard] of cards) {
    if (!drawn.has(key)) place(key, drawCard(), announcements)
  }
  drawn.get(levelKey)?.element.toggleAttribute('data-animating', state.isAnimating)
}

let mounted: Announcements | undefined

/** Draws what is being shown, in the region of the toasts. */
export function mountAnnouncements($gamification: MapStore<GamificationState>): Announcements {
  if (mounted) return mounted
  const announcements = createAnnouncements($gamification)
  $gamification.subscribe((state) => draw(state, announcements))
  mounted = announcements
  return announcements
}
