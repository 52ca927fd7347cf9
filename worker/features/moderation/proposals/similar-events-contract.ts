import * as v from 'valibot'
import { Platform } from '#worker/contracts/enumerations.ts'
import { AccountName, singleLineText } from '#worker/contracts/text.ts'
import { InstantInput, TimeZone } from '#worker/contracts/time.ts'
import { SimilarEvent } from './contract.ts'

export const SimilarEventsQuery = v.object({
  platform: Platform,
  streaming_account_name: AccountName,
  name: v.optional(singleLineText(0, 120), ''),
  start: v.optional(InstantInput),
  timezone: v.optional(TimeZone, 'UTC'),
})
export type SimilarEventsQuery = v.InferOutput<typeof SimilarEventsQuery>

export const SimilarEventsView = v.object({ items: v.array(SimilarEvent) })
export type SimilarEventsView = v.InferOutput<typeof SimilarEventsView>
