export type Level = { level: number; currentXp: number; nextLevelXp: number; percentage: number }

/** XP from level n to n+1; level 1 asks 100. */
export function xpForNext(level: number): number {
  return Math.round(100 * level ** 1.35)
}

function sumsUpTo(level: number): number[] {
  const sums: number[] = []
  for (let from = 1; from < level; from += 1) sums.push((sums.at(-1) ?? 0) + xpForNext(from))
  return sums
}

/** The XP in all at which each level from the second on is reached, as far as anybody gets. */
export const levelThresholds: readonly number[] = sumsUpTo(100)

/** The level that a total of XP gives, and how far into it. */
export function levelOf(totalXp: number): Level {
  const total = Math.max(0, totalXp)
  const reached = levelThresholds.filter((sum) => sum <= total)
  const level = reached.length + 1
  const currentXp = total - (reached.at(-1) ?? 0)
  const nextLevelXp = xpForNext(level)
  const percentage = Math.min(100, Math.floor((100 * currentXp) / nextLevelXp))
  return { level, currentXp, nextLevelXp, percentage }
}
