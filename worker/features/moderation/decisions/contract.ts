import * as v from 'valibot'
import { EmailAddress } from '#worker/contracts/email-address.ts'
import { AuditEntryId, idParam } from '#worker/contracts/ids.ts'
import { adminPageQueryEntries, createAdminPageSchema } from '#worker/contracts/pagination.ts'
import { text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'

export const AppealOutcome = v.picklist(['upheld', 'reversed'])
export type AppealOutcome = v.InferOutput<typeof AppealOutcome>

export const AppealInput = v.object({
  text: text(10, 3000),
  /** For the answer, where the account is gone. */
  email: v.nullish(EmailAddress),
})
export type AppealInput = v.InferOutput<typeof AppealInput>

export const AdminAppealView = v.object({
  id: v.number(),
  decision: AuditEntryView,
  /** Null where the account is gone. */
  username: v.nullable(v.string()),
  text: v.string(),
  at: Instant,
  answer: v.nullable(
    v.object({
      outcome: AppealOutcome,
      text: v.string(),
      at: Instant,
      /** Null: they left. */
      by: v.nullable(v.string()),
    }),
  ),
  /** By the moderator who reads this, while another one could answer. */
  needs_other_moderator: v.boolean(),
})
export type AdminAppealView = v.InferOutput<typeof AdminAppealView>

export const AppealsQuery = v.object({
  ...adminPageQueryEntries,
  state: v.optional(v.picklist(['open', 'answered']), 'open'),
})
export type AppealsQuery = v.InferOutput<typeof AppealsQuery>

export const AppealsPage = createAdminPageSchema(AdminAppealView)

export const AppealAnswerInput = v.object({ outcome: AppealOutcome, answer: text(1, 1000) })
export type AppealAnswerInput = v.InferOutput<typeof AppealAnswerInput>

export const AppealParams = v.object({ id: idParam(AuditEntryId) })
