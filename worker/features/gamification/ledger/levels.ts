export type Level = { level: number; currentXp: number; nextLevelXp: number; percentage: number }

/** From `level` to the next; level 1 needs 100. */
export function xpToNextLevel(level: number): number {
  return Math.round(100 * level ** 1.35)
}

function listLevelThresholds(level: number): number[] {
  const sums: number[] = []
  for (let from = 1; from < level; from += 1) sums.push((sums.at(-1) ?? 0) + xpToNextLevel(from))
  return sums
}

export const levelThresholds: readonly number[] = listLevelThresholds(100)

export function computeLevel(totalXp: number): Level {
  const total = Math.max(0, totalXp)
  const reached = levelThresholds.filter((sum) => sum <= total)
  const level = reached.length + 1
  const currentXp = total - (reached.at(-1) ?? 0)
  const nextLevelXp = xpToNextLevel(level)
  const percentage = Math.min(100, Math.floor((100 * currentXp) / nextLevelXp))
  return { level, currentXp, nextLevelXp, percentage }
}
