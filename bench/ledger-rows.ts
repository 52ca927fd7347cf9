import { Category } from '../worker/contracts/enumerations.ts'
import { ContentLanguage } from '../worker/contracts/locale.ts'
import { xpRules } from '../worker/features/gamification/ledger/ledger-rules.ts'
import { createChance, splitByPopularity, type Chance } from './chance.ts'
import { pickPlatform } from './people-rows.ts'
import { day, hour, scaleNow, type Row, type Scale } from './scale.ts'

type Entry = { action: keyof typeof xpRules; subject: string; traits: string[] }

function hypeOf(chance: Chance, { games }: Scale, nth: number): Entry {
  return {
    action: 'hype',
    subject: `event:${nth}`,
    traits: [
      'hype',
      `hype.category:${chance.pick(Category.options)}`,
      `hype.language:${chance.pick(ContentLanguage.options)}`,
      `hype.platform:${pickPlatform(nth)}`,
      ...(chance.is(0.6) ? [`hype.game:${chance.between(1, games + 1)}`] : []),
      ...(chance.is(0.1) ? ['hype.ahead'] : []),
      ...(chance.is(0.3) ? ['hype.season:winter-2026'] : []),
    ],
  }
}

function followOf(chance: Chance, nth: number): Entry {
  return {
    action: 'follow',
    subject: `streamer:${nth}`,
    traits: [
      'follow.streamer',
      `follow.language:${chance.pick(ContentLanguage.options)}`,
      `follow.platform:${pickPlatform(nth)}`,
    ],
  }
}

function visitOf(chance: Chance, nth: number): Entry {
  return {
    action: 'daily_visit',
    subject: `day:${nth}`,
    traits: ['visit', `visit.streak:${chance.between(1, 20)}`],
  }
}

function approvalOf(chance: Chance, nth: number): Entry {
  const category = chance.pick(Category.options)
  return {
    action: 'proposal_approved',
    subject: `event:${nth}`,
    traits: ['approved', `approved.category:${category}`],
  }
}

function entryOf(chance: Chance, scale: Scale, nth: number): Entry {
  const kind = chance.below(100)
  if (kind < 55) return hypeOf(chance, scale, nth)
  if (kind < 75) return followOf(chance, nth)
  if (kind < 97) return visitOf(chance, nth)
  return approvalOf(chance, nth)
}

/** Two years of actions, more of them recent, with a long-tail distribution over members. */
export function* ledgerRows(scale: Scale): Iterable<Row> {
  const chance = createChance(11)
  const counts = splitByPopularity(scale.ledger, scale.users)
  for (const [index, count] of counts.entries()) {
    const firstEvent = chance.below(scale.events)
    for (let nth = firstEvent; nth < firstEvent + count; nth += 1) {
      const { action, subject, traits } = entryOf(chance, scale, nth)
      const at = scaleNow - chance.between(1, chance.between(2, (730 * day) / hour)) * hour
      const { points } = xpRules[action]
      yield [index + 1, action, subject, points, at, '{"seasons":[]}', JSON.stringify(traits)]
    }
  }
}
