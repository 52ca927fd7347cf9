import { expect, test } from 'vitest'
import { runsOf } from '#tests/support/runs.ts'
import { createDeliveryModel } from './delivery-rules.ts'
import { explore } from './explore.ts'
import { channels, invariants, rules, type Rule, type Scope } from './outbox-state.ts'

const scopeOf = (scope: Partial<Scope>): Scope => ({
  ...{ people: 2, channels: ['mail'], faults: 1, acts: 1 },
  ...scope,
})

/** Explored whole; the last ones take a minute. */
const scopes = [
  scopeOf({}),
  scopeOf({ channels: ['discord'] }),
  scopeOf({ faults: 0, acts: 2 }),
  scopeOf({ channels: ['discord'], faults: 0, acts: 2 }),
  scopeOf({ people: 3, acts: 0 }),
  scopeOf({ channels, acts: 0 }),
  scopeOf({ faults: 0, acts: 3 }),
  scopeOf({ channels: ['discord'], faults: 0, acts: 3 }),
  scopeOf({ faults: 2 }),
  scopeOf({ channels: ['discord'], faults: 2 }),
  scopeOf({ people: 3 }),
  scopeOf({ people: 3, channels: ['discord'] }),
  scopeOf({ channels: ['push', 'discord'] }),
].slice(0, runsOf({ few: 6, many: 99 }))

test.each(scopes)(
  'no course breaks an invariant: $people people, $channels, faults: $faults, changes of mind: $acts',
  (scope) => {
    const { states, transitions, violation } = explore(createDeliveryModel(scope))
    process.stdout.write(`${JSON.stringify(scope)}: ${states} states, ${transitions} steps\n`)
    expect(violation, violation?.trace.join('\n')).toBeUndefined()
    expect(states).toBeGreaterThan(1000)
  },
  300_000,
)

type Planted = { scope?: Partial<Scope>; finds: keyof typeof invariants }
const discord = { channels: ['discord'] } as const
/** Without a rule the model has a fault, which breaks a named invariant. */
const planted: Record<Rule, Planted> = {
  'a claim takes pending rows alone': { scope: discord, finds: 'once' },
  'a claim asks for the hype': { finds: 'undone' },
  'a claim asks for the event': { finds: 'undone' },
  'a call asks for the deadline': { scope: discord, finds: 'deadline' },
  'a settlement names its claim': { scope: discord, finds: 'final' },
  'a key names the start': { finds: 'owed' },
  'a fan-out writes a row once': { scope: discord, finds: 'once' },
  'a fan-out ends with its last page': { scope: { people: 3 }, finds: 'owed' },
  'a fan-out that stopped goes on': { scope: { people: 3 }, finds: 'owed' },
  'a mail has a key': { finds: 'once' },
  'a batch keeps its key before its call': { finds: 'once' },
  'a batch leaves again under its key': { finds: 'once' },
  'a batch that may have left keeps its key when asked to wait': {
    scope: { faults: 2, acts: 0 },
    finds: 'once',
  },
  'a batch whose key was not kept does not leave': { scope: { faults: 2 }, finds: 'once' },
  'a batch asks for the deadline at its call': { finds: 'deadline' },
  'a lost answer of Discord or push is unknown': { scope: discord, finds: 'once' },
  'the sweep ends what has no key': { scope: discord, finds: 'once' },
  'the sweep runs': { finds: 'ends' },
  'a return revives what was stopped': { scope: { faults: 0, acts: 2 }, finds: 'owed' },
  'a return revives nothing else': {
    scope: { ...discord, faults: 0, acts: 2 },
    finds: 'once',
  },
}

test.each(Object.keys(rules) as Rule[])(
  'the model is wrong without: %s',
  (rule) => {
    const { scope = {}, finds } = planted[rule]
    const { violation } = explore(createDeliveryModel(scopeOf(scope), rule))
    expect(violation?.invariant).toBe(invariants[finds])
  },
  60_000,
)
