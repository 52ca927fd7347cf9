import * as v from 'valibot'
import { withdrawalKinds } from '#worker/db/schema/withdrawals.ts'

/** Never served: only `npm run restore` reads it. */
export const journalPrefix = 'private/withdrawals/'

export const JournalEntry = v.object({
  id: v.number(),
  kind: v.picklist(withdrawalKinds),
  userId: v.nullable(v.number()),
  userCreatedAt: v.nullable(v.number()),
  detail: v.nullable(v.string()),
  at: v.number(),
})
export type JournalEntry = v.InferOutput<typeof JournalEntry>

/** Account numbers and times, and names and channels of people who asked not to be listed. */
export const Journal = v.object({ installation: v.string(), entries: v.array(JournalEntry) })
export type Journal = v.InferOutput<typeof Journal>
