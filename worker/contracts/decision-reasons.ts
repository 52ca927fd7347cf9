import * as v from 'valibot'
import { ChangeGround, DecisionGround } from './decision-grounds.ts'
import { text } from './text.ts'

const facts = text(1, 1000)
/** Only for deceptive content in mass: why nobody is told, for the audit log. */
const untold_because = v.nullish(text(1, 500))

export const DecisionReasons = v.object({ ground: DecisionGround, facts, untold_because })
export type DecisionReasons = v.InferOutput<typeof DecisionReasons>

// @__NO_SIDE_EFFECTS__
function defineReasonsEntries<const Ground extends ChangeGround>(ground: Ground) {
  return {
    ground: v.picklist([...DecisionGround.options, ground]),
    facts: v.nullish(facts),
    untold_because,
  }
}
export const resetReasonsEntries = defineReasonsEntries('correction')
export const cancelReasonsEntries = defineReasonsEntries('called_off')

export type ReasonsInput = {
  ground: DecisionGround | ChangeGround
  facts?: string | null | undefined
  untold_because?: string | null | undefined
}

/** Facts are needed where a ground restricts. */
export function hasNeededFacts({ ground, facts: told }: ReasonsInput): boolean {
  return v.is(ChangeGround, ground) || Boolean(told)
}

export const ResetReasons = v.pipe(
  v.object(resetReasonsEntries),
  v.forward(v.partialCheck([['ground'], ['facts']], hasNeededFacts, 'facts_required'), ['facts']),
)
export type ResetReasons = v.InferOutput<typeof ResetReasons>
