import type { Model } from './explore.ts'
import { createMemberSteps } from './member-steps.ts'
import { createMinuteSteps } from './minute-steps.ts'
import { createOutbox } from './outbox.ts'
import {
  agenda,
  agendaWord,
  assign,
  claimed,
  invariants,
  pending,
  person,
  write,
  type Rule,
  type Scope,
} from './outbox-state.ts'
import { createNormalizer } from './symmetry.ts'
import { createWorkerSteps } from './worker-steps.ts'

/** Reminders of one event with two starts, two workers, and providers that remember all. */
export function createDeliveryModel(scope: Scope, without?: Rule): Model {
  const outbox = createOutbox(scope, without)
  const { words, people, personWord, rows, statusOf } = outbox
  const visits = [createWorkerSteps(outbox), createMinuteSteps(outbox), createMemberSteps(outbox)]
  const initial = new Uint32Array(words)
  assign(initial, agendaWord, agenda, { isOn: 1, faults: scope.faults, acts: scope.acts })
  for (const who of people) write(initial, personWord(who), person.hype, 1)
  return {
    words,
    initial,
    visit(state, take) {
      for (const visit of visits) visit(state, take)
    },
    judgeEnd: (state) =>
      rows.some((one) => [pending, claimed].includes(statusOf(state, one)))
        ? invariants.ends
        : undefined,
    normalize: createNormalizer(outbox),
  }
}
