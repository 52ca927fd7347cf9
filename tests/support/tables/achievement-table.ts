import {
  achievementIds,
  achievements,
  type AchievementId,
  type Rule,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { AchievementCategory } from '#worker/features/gamification/ledger/contract.ts'
import {
  achievementCategoryNames,
  achievementTexts,
  tierNames,
} from '#worker/features/gamification/achievements/texts.ts'

const options = { locale: 'en' } as const

function ruleText(rule: Rule): string {
  switch (rule.kind) {
    case 'count': {
      const counter = rule.value === undefined ? rule.counter : `${rule.counter}:${rule.value}`
      return `\`${counter}\` ≥ ${rule.threshold}`
    }
    case 'variety':
      return `different \`${rule.counter}\` ≥ ${rule.threshold}`
    case 'season':
      return `\`${rule.counter}:${rule.season}\` of one year ≥ ${rule.threshold}`
    case 'level':
      return `level ≥ ${rule.threshold}`
  }
}

function rowOf(id: AchievementId): string {
  const { tier, rule } = achievements[id]
  const { name, text } = achievementTexts[id]
  const cells = [`\`${id}\``, name({}, options), text({}, options), tierNames[tier]({}, options)]
  return `| ${[...cells, ruleText(rule)].join(' | ')} |`
}

function sectionOf(category: AchievementCategory): string[] {
  return [
    `## ${achievementCategoryNames[category]({}, options)}`,
    '',
    '| Identifier | Name | What to do | Tier | Rule |',
    '| --- | --- | --- | --- | --- |',
    ...achievementIds.filter((id) => achievements[id].category === category).map(rowOf),
    '',
  ]
}

/** docs/achievements.md. */
export function printAchievements(): string {
  return [
    '# Achievements',
    '',
    `Printed by \`node scripts/print-achievements.ts\` from \`worker/features/gamification/ledger/achievement-catalogue.ts\`: ${achievementIds.length} in all.`,
    '',
    'An unlock is permanent: undoing the act that brought it takes the points back, not the achievement.',
    'Rules read the XP ledger alone, which is only ever added to. Each entry keeps what its subject was',
    'like at that instant (`facts`), from which the counters that it raises are made (`traits`). A subject',
    'counts once, however often it is undone and done again, and an act past a cap counts with 0 points.',
    'An administrator’s correction raises no counter: it can unlock the achievements of levels alone.',
    'A rule that is new reaches the members who fulfil it already by an hourly job, page by page and',
    'without a notice. `npm run recompute` makes every figure anew, lives through the ledger again in the',
    'order of its entries, and adds unlocks that are missing; it takes none away. Entries from before facts',
    'were kept get those of their subject as it is now.',
    '',
    ...AchievementCategory.options.flatMap(sectionOf),
  ].join('\n')
}
