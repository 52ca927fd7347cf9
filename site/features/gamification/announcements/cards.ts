import { createButton, createElement } from '#site/ui/create-element.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { NewAchievements } from '#worker/features/gamification/achievements/contract.ts'
import type { AchievementTier } from '#worker/features/gamification/ledger/contract.ts'

const tierNames: Record<AchievementTier, () => string> = {
  bronze: m.tier_bronze,
  silver: m.tier_silver,
  gold: m.tier_gold,
  platinum: m.tier_platinum,
}

const emblemSize = 48

type CardParts = { sign: HTMLElement; kind: string; title: HTMLElement; note?: string }

function drawCard({ sign, kind, title, note }: CardParts, close: () => void): HTMLElement {
  const button = createButton('reward-close', '✕', close)
  button.ariaLabel = m.close()
  button.setAttribute('aria-describedby', title.id)
  const text = createElement(
    'div',
    { className: 'reward-text' },
    createElement('p', { className: 'reward-kind' }, kind),
    title,
    note !== undefined && createElement('p', { className: 'reward-tier' }, note),
  )
  const card = createElement('div', { className: 'reward' }, sign, text, button)
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    // The dialog that it stands in stays open.
    event.preventDefault()
    event.stopPropagation()
    button.click()
  })
  return card
}

function drawTitle(id: string, content: Node | string): HTMLElement {
  return createElement('p', { className: 'reward-title', id }, content)
}

export function drawLevelCard(level: number, close: () => void): HTMLElement {
  const sign = createElement('span', { className: 'reward-level', ariaHidden: 'true' }, `${level}`)
  const title = drawTitle('level-up-title', m.gamification_reached_level({ level }))
  return drawCard({ sign, kind: m.gamification_level_up(), title }, close)
}

export function drawAchievementCard(
  { identifier, name, tier, picture_url }: NewAchievements[number],
  close: () => void,
): HTMLElement {
  const href = paths.achievements(document.documentElement.lang as Locale)
  const link = createElement('a', { href }, name)
  link.dataset.achievementLink = identifier
  const sign = Object.assign(new Image(emblemSize, emblemSize), { src: picture_url, alt: '' })
  const kind = m.achievements_achievement_unlocked()
  const title = drawTitle(`achievement-title-${identifier}`, link)
  const card = drawCard({ sign, kind, title, note: tierNames[tier]() }, close)
  card.dataset.achievement = identifier
  return card
}
