import { m } from '#messages'
import type { ChangeGround, DecisionGround } from '#worker/contracts/decision-grounds.ts'

export const groundNames: Record<DecisionGround | ChangeGround, typeof m.ground_other> = {
  illegal: m.ground_illegal,
  terms_false: m.ground_terms_false,
  terms_hate: m.ground_terms_hate,
  terms_spam: m.ground_terms_spam,
  terms_abuse: m.ground_terms_abuse,
  rights_of_others: m.ground_rights_of_others,
  other: m.ground_other,
  correction: m.ground_correction,
  called_off: m.ground_called_off,
}
