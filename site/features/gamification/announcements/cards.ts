import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { NewAchievements } from '#worker/features/gamification/achievements/contract.ts'
import type { AchievementTier } from '#worker/features/gamification/ledger/contract.ts'

type CardParts = { sign: HTMLElement; text: HTMLElement[]; button: HTMLElement }

const tierNames: Record<AchievementTier, () => string> = {
  bronze: m.tier_bronze,
  silver: m.tier_silver,
  gold: m.tier_gold,
  platinum: m.tier_platinum,
}

const emblemSize = 48

function createParagraph(className: string, text: string): HTMLParagraphElement {
  const element = document.createElement('p')
  element.className = className
  element.textContent = text
  return element
}

function createCloseButton(title: HTMLElement, close: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'reward-close'
  button.textContent = '✕'
  button.ariaLabel = m.close()
  button.setAttribute('aria-describedby', title.id)
  button.addEventListener('click', close)
  return button
}

function drawCard({ sign, text, button }: CardParts): HTMLElement {
  const card = document.createElement('div')
  card.className = 'reward'
  const lines = document.createElement('div')
  lines.className = 'reward-text'
  lines.append(...text)
  card.append(sign, lines, button)
  card.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return
    // The dialog that it stands in stays open.
    event.preventDefault()
    event.stopPropagation()
    button.click()
  })
  return card
}

export function drawLevelCard(level: number, close: () => void): HTMLElement {
  const title = createParagraph('reward-title', m.gamification_reached_level({ level }))
  title.id = 'level-up-title'
  const sign = document.createElement('span')
  sign.className = 'reward-level'
  sign.ariaHidden = 'true'
  sign.textContent = String(level)
  const text = [createParagraph('reward-kind', m.gamification_level_up()), title]
  return drawCard({ sign, text, button: createCloseButton(title, close) })
}

export function drawAchievementCard(
  { identifier, name, tier, picture_url }: NewAchievements[number],
  close: () => void,
): HTMLElement {
  const link = document.createElement('a')
  link.href = paths.achievements(document.documentElement.lang as Locale)
  link.textContent = name
  link.dataset.achievementLink = identifier
  const title = createParagraph('reward-title', '')
  title.id = `achievement-title-${identifier}`
  title.append(link)
  const emblem = new Image(emblemSize, emblemSize)
  emblem.src = picture_url
  emblem.alt = ''
  const kind = createParagraph('reward-kind', m.achievements_achievement_unlocked())
  const text = [kind, title, createParagraph('reward-tier', tierNames[tier]())]
  const button = createCloseButton(title, close)
  button.dataset.achievementClose = identifier
  return drawCard({ sign: emblem, text, button })
}
