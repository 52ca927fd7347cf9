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
  let level = 1
  let currentXp = Math.max(0, totalXp)
  while (currentXp >= xpForNext(level)) {
    currentXp -= xpForNext(level)
    level += 1
  }
  const nextLevelXp = xpForNext(level)
  return { level, currentXp, nextLevelXp, percentage: Math.floor((100 * currentXp) / nextLevelXp) }
}
