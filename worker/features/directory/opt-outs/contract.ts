import * as v from 'valibot'
import { Platform } from '#worker/contracts/enumerations.ts'
import { singleLineText } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'

/** `is_listed: false` is how a streamer says “Don't list me”. */
export const ListingInput = v.object({ is_listed: v.boolean() })

export const HiddenNameInput = v.object({ name: singleLineText(1, 80) })
export type HiddenNameInput = v.InferOutput<typeof HiddenNameInput>

const OptOutView = v.object({
  id: v.number(),
  /** Null: a name, which events no longer show. */
  platform: v.nullable(Platform),
  name: v.string(),
  since: Instant,
})

export const OptOutsView = v.object({ items: v.array(OptOutView) })
export type OptOutsView = v.InferOutput<typeof OptOutsView>
