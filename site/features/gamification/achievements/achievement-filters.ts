import * as v from 'valibot'
import type { Locale } from '#worker/contracts/locale.ts'
import type { MyAchievement } from '#worker/features/gamification/achievements/contract.ts'
import {
  AchievementCategory,
  LeaderboardPeriod,
} from '#worker/features/gamification/ledger/contract.ts'
import { paths, type Query } from '#site/lib/paths.ts'

const shows = ['all', 'unlocked', 'locked'] as const
type ShowFilter = (typeof shows)[number]

export type AchievementFilters = {
  /** Words, each of which has to be in the name or the description. */
  q: string
  show: ShowFilter
  category: AchievementCategory | undefined
  period: LeaderboardPeriod
}

/** A value that means nothing counts as left out. */
export function readAchievementFilters(parameters: URLSearchParams): AchievementFilters {
  const category = v.safeParse(AchievementCategory, parameters.get('category'))
  const period = v.safeParse(LeaderboardPeriod, parameters.get('period'))
  return {
    q: (parameters.get('q') ?? '').trim().slice(0, 100),
    show: shows.find((show) => show === parameters.get('show')) ?? 'all',
    category: category.success ? category.output : undefined,
    period: period.success ? period.output : 'week',
  }
}

export function achievementsPath(
  locale: Locale,
  filters: AchievementFilters,
  change: Query = {},
): string {
  const query: Query = { ...filters, ...change }
  return paths.achievements(locale, {
    ...query,
    show: query.show === 'all' ? undefined : query.show,
    period: query.period === 'week' ? undefined : query.period,
  })
}

function foldAccentsAndCase(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

function calculateProgressShare({ progress, threshold }: MyAchievement): number {
  return progress / threshold
}

/** Unlocked ones first, the newest before others; then those nearest to it. */
export function filterAchievements(
  items: readonly MyAchievement[],
  { q, show, category }: AchievementFilters,
): MyAchievement[] {
  const words = foldAccentsAndCase(q).split(/\s+/)
  return items
    .filter((item) => show === 'all' || item.is_unlocked === (show === 'unlocked'))
    .filter((item) => category === undefined || item.category === category)
    .filter(({ name, description }) => {
      const text = foldAccentsAndCase(`${name} ${description}`)
      return words.every((word) => text.includes(word))
    })
    .toSorted(
      (a, b) =>
        (b.unlocked_at ?? '').localeCompare(a.unlocked_at ?? '') ||
        calculateProgressShare(b) - calculateProgressShare(a),
    )
}
