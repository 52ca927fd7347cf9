import {
  achievementIds,
  achievements,
  type AchievementId,
  type AchievementRule,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { AchievementCategory } from '#worker/features/gamification/ledger/contract.ts'
import {
  achievementCategoryNames,
  achievementTexts,
  achievementTierNames,
} from '#worker/features/gamification/achievements/texts.ts'

const options = { locale: 'en' } as const

function ruleText(rule: AchievementRule): string {
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
  const [name, text] = achievementTexts[id]
  const cells = [
    `\`${id}\``,
    name({}, options),
    text({}, options),
    achievementTierNames[tier]({}, options),
  ]
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
    `\`node scripts/print-docs.ts\` prints this page from \`worker/features/gamification/ledger/achievement-catalogue.ts\`: ${achievementIds.length} achievements.`,
    '',
    'An unlock is permanent: undoing the action that earned it takes back the points, not the achievement.',
    'Rules read only the XP ledger, which is append-only. Each entry stores the facts about its subject at',
    'that time (`facts`); the counters that it raises are derived from them (`traits`). A subject counts',
    'once, however often the action is undone and repeated, and an action past a cap counts with 0 points.',
    'An administrator’s correction raises no counter: it can unlock only the achievements of levels.',
    '',
    'After at most 13 months, an hourly job folds visits, readings and the pairs of entry and reversal of hypes,',
    'follows and channels into one entry per member and action, whose subject is `total`. It keeps their points',
    'and how often they raised each counter, so every figure stays; days and subjects go. Of what was taken back',
    'or read, it remembers a keyed fingerprint: doing it again earns no more than before. While a member has',
    'rewards off, the ledger gets no visits and no readings.',
    '',
    'When a rule is added, an hourly job unlocks it for the members who already fulfil it, page by page and',
    'without a notification. `npm run recompute` computes every figure anew, replays the ledger in the order',
    'of its entries and adds missing unlocks; it removes none. Entries older than the stored facts get the',
    'current facts of their subject.',
    '',
    ...AchievementCategory.options.flatMap(sectionOf),
  ].join('\n')
}
