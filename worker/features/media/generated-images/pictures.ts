import {
  achievements,
  type AchievementId,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import {
  drawAchievement,
  drawArticle,
  drawAvatar,
  drawGame,
  drawGroup,
  drawPoster,
} from './artwork.ts'

const avatarSize = 96

/** The drawing behind a path that paths.ts made, or undefined for any other path. */
export function findPicture(path: string): string | undefined {
  const poster = /^events\/([a-z_]{2,20})-(\d{1,15})\.svg$/.exec(path)
  if (poster) return drawPoster({ category: poster[1] ?? '', id: Number(poster[2]) })
  const article = /^articles\/(\d{1,15})\.svg$/.exec(path)
  if (article) return drawArticle(Number(article[1]))
  const achievement = /^achievements\/(\w{1,40})\.svg$/.exec(path)
  if (achievement) return findAchievement(achievement[1] ?? '')
  const emblem = /^(avatars|games|groups)\/(\d{1,15})-([^/]{1,40})\.svg$/.exec(path)
  if (!emblem) return undefined
  const entity = { id: Number(emblem[2]), name: decodeName(emblem[3] ?? '') }
  if (emblem[1] === 'avatars') return drawAvatar({ ...entity, size: avatarSize })
  return emblem[1] === 'games' ? drawGame(entity) : drawGroup(entity)
}

function findAchievement(identifier: string): string | undefined {
  if (!isAchievement(identifier)) return undefined
  return drawAchievement({ id: identifier, tier: achievements[identifier].tier })
}

function isAchievement(identifier: string): identifier is AchievementId {
  return Object.hasOwn(achievements, identifier)
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
