import * as v from 'valibot'

/** Why something of a person was restricted: the law, a rule of the terms, or a right. */
export const DecisionGround = v.picklist([
  'illegal',
  'terms_false',
  'terms_hate',
  'terms_spam',
  'terms_abuse',
  'rights_of_others',
  'other',
])
export type DecisionGround = v.InferOutput<typeof DecisionGround>

/** No restriction of anybody: details are corrected, or the organizer called the event off. */
export const ChangeGround = v.picklist(['correction', 'called_off'])
export type ChangeGround = v.InferOutput<typeof ChangeGround>

/** Acts of moderators that are told to whom they concern; `appeal_*` answer an appeal. */
export const ToldAct = v.picklist([
  'disable',
  'enable',
  'reset',
  'cancel',
  'remove_picture',
  'edit',
  'soft_ban',
  'remove_soft_ban',
  'deactivate',
  'activate',
  'delete',
  'appeal_upheld',
  'appeal_reversed',
])
export type ToldAct = v.InferOutput<typeof ToldAct>
