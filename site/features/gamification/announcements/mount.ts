import type { MapStore } from 'nanostores'
import {
  achievementKey,
  createAnnouncements,
  levelAnnouncementKey,
  type Announcements,
} from '#site/lib/session/announcements.ts'
import type { GamificationState } from '#site/lib/session/gamification-state.ts'
import { pauseOnInteraction, mountToast } from '#site/ui/toasts/toast.ts'
import { createButton, createElement } from '#site/ui/create-element.ts'
import { drawAchievementCard, drawLevelCard } from './cards.ts'
import { m } from '#site/lib/messages.ts'

function createRewardGroup() {
  let isOpen = false
  // Cards go on their way once the pointer leaves: only the keyboard's focus holds them.
  const fold = createButton('reward-fold', '', () => {
    isOpen = !isOpen
    update()
  })
  fold.addEventListener('mousedown', (event) => event.preventDefault())
  const list = createElement('div', { className: 'reward-list', id: 'reward-list' })
  fold.setAttribute('aria-controls', list.id)
  const root = createElement('div', { className: 'reward-group' }, fold, list)

  function update(): void {
    const count = list.childElementCount
    fold.textContent = m.achievements_unlocked_count({ count })
    fold.hidden = count < 2
    fold.ariaExpanded = String(isOpen)
    list.hidden = count > 1 && !isOpen
  }

  return {
    root,
    /** Returns the function that takes the card away. */
    add(card: HTMLElement): () => void {
      list.append(card)
      update()
      return () => {
        card.remove()
        update()
      }
    },
    isEmpty: () => list.childElementCount === 0,
  }
}

type DrawnCard = { element: HTMLElement; remove: () => void }

const drawn = new Map<string, DrawnCard>()

type MountedRewardGroup = ReturnType<typeof createRewardGroup> & { remove: () => void }
let group: MountedRewardGroup | undefined

let focusBeforeCards: HTMLElement | undefined

function rememberFocusOrigin({ relatedTarget }: FocusEvent): void {
  const isCard = relatedTarget instanceof Element && relatedTarget.closest('.reward, .reward-fold')
  if (relatedTarget instanceof HTMLElement && !isCard) focusBeforeCards = relatedTarget
}

/** Closing what the keyboard is at leads to the next card, or back. */
function removeCard({ element, remove: takeAway }: DrawnCard): void {
  const hasFocus = element.querySelector(':focus-visible') !== null
  takeAway()
  if (!hasFocus) return
  const next =
    document.querySelector<HTMLElement>('.reward-list .reward-close, .reward-close') ??
    focusBeforeCards
  next?.focus({ preventScroll: true })
}

function listCardDrawers(state: GamificationState, announcements: Announcements) {
  const cards = new Map<string, () => HTMLElement>()
  if (state.isNotificationShown) {
    cards.set(levelAnnouncementKey, () =>
      drawLevelCard(state.currentLevel, () => announcements.dismiss(levelAnnouncementKey)),
    )
  }
  for (const achievement of state.newAchievements) {
    const key = achievementKey(achievement)
    cards.set(key, () => drawAchievementCard(achievement, () => announcements.dismiss(key)))
  }
  return cards
}

function mountCard(element: HTMLElement, keys: () => string[], announcements: Announcements) {
  pauseOnInteraction(
    element,
    () => keys().forEach(announcements.pause),
    () => keys().forEach(announcements.resume),
  )
  element.addEventListener('focusin', rememberFocusOrigin)
  return mountToast(element)
}

function openGroup(announcements: Announcements): MountedRewardGroup {
  const rewardGroup = createRewardGroup()
  const keys = () => [...drawn.keys()].filter((key) => key !== levelAnnouncementKey)
  return { ...rewardGroup, remove: mountCard(rewardGroup.root, keys, announcements) }
}

function insertCard(key: string, element: HTMLElement, announcements: Announcements): void {
  if (key === levelAnnouncementKey) {
    drawn.set(key, { element, remove: mountCard(element, () => [key], announcements) })
    return
  }
  group ??= openGroup(announcements)
  const takeOut = group.add(element)
  drawn.set(key, {
    element,
    remove() {
      takeOut()
      if (!group?.isEmpty()) return
      group.remove()
      group = undefined
    },
  })
}

function drawCards(state: GamificationState, announcements: Announcements): void {
  const cards = listCardDrawers(state, announcements)
  for (const [key, announcement] of drawn) {
    if (cards.has(key)) continue
    drawn.delete(key)
    removeCard(announcement)
  }
  for (const [key, drawCard] of cards) {
    if (!drawn.has(key)) insertCard(key, drawCard(), announcements)
  }
  drawn.get(levelAnnouncementKey)?.element.toggleAttribute('data-animating', state.isAnimating)
}

let mounted: Announcements | undefined

export function mountAnnouncements($gamification: MapStore<GamificationState>): Announcements {
  if (mounted) return mounted
  const announcements = createAnnouncements($gamification)
  $gamification.subscribe((state) => drawCards(state, announcements))
  mounted = announcements
  return announcements
}
