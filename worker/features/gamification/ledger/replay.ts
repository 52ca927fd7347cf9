import {
  achievementIds,
  achievements,
  type AchievementId,
  type AchievementRule,
} from './achievement-catalogue.ts'
import { computeLevel } from './levels.ts'

export type ReplayedEntry = {
  points: number
  isReversal: boolean
  round: number
  at: number
  traits: readonly (readonly [counter: string, times: number])[]
}

type CounterValues = ReadonlyMap<string, number>

function computeRuleProgress(
  rule: AchievementRule,
  counts: CounterValues,
  totalXp: number,
): number {
  switch (rule.kind) {
    case 'level':
      return computeLevel(totalXp).level
    case 'count':
      return (
        counts.get(rule.value === undefined ? rule.counter : `${rule.counter}:${rule.value}`) ?? 0
      )
    case 'variety':
      return [...counts.keys()].filter((counter) => counter.startsWith(`${rule.counter}:`)).length
    case 'season': {
      const season = `${rule.counter}:${rule.season}-`
      const each = [...counts].filter(([counter]) => counter.startsWith(season))
      return Math.max(0, ...each.map(([, count]) => count))
    }
  }
}

/** Replays entries in order of time, independently of the figures in the database. */
export function replayAchievements(entries: readonly ReplayedEntry[]): Map<AchievementId, number> {
  const counts = new Map<string, number>()
  const unlocked = new Map<AchievementId, number>()
  let totalXp = 0
  for (const { points, isReversal, round, at, traits } of entries) {
    totalXp += points
    const counted = isReversal || round > 0 ? [] : traits
    for (const [trait, times] of counted) counts.set(trait, (counts.get(trait) ?? 0) + times)
    for (const id of achievementIds) {
      const { rule }: { rule: AchievementRule } = achievements[id]
      if (!unlocked.has(id) && computeRuleProgress(rule, counts, totalXp) >= rule.threshold) {
        unlocked.set(id, at)
      }
    }
  }
  return unlocked
}
