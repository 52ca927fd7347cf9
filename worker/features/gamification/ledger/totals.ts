import { foldedUndoneActions } from '#worker/db/schema/gamification.ts'
import type { XpAction } from './ledger-rules.ts'

/** Subject of the entry that stands for the folded ones of a member and an action. */
export const totalSubject = 'total'

/** How often each counter was raised: once by each trait of an entry, or as a total says. */
export type Traits = readonly string[] | Readonly<Record<string, number>>

export function parseTraits(traits: string): [counter: string, times: number][] {
  const parsed = JSON.parse(traits) as Traits
  return Array.isArray(parsed) ? parsed.map((counter) => [counter, 1]) : Object.entries(parsed)
}

const rememberedActions: readonly string[] = ['article_read', ...foldedUndoneActions]

/** Actions whose totals remember the subjects by fingerprint. A day does not come again. */
export function isRememberedAction(action: XpAction): boolean {
  return rememberedActions.includes(action)
}
