import * as v from 'valibot'
import { Instant } from '#worker/contracts/time.ts'

const Rows = v.array(v.record(v.string(), v.unknown()))

/** What is stored about a streamer, with an account here or without. */
export const StreamerDataView = v.object({
  exported_at: Instant,
  streamer: Rows,
  channels: Rows,
  opt_outs: Rows,
  platform_data: Rows,
  broadcasts: Rows,
  participations: Rows,
  participation_answers: Rows,
  images: Rows,
  decisions: Rows,
})
export type StreamerDataView = v.InferOutput<typeof StreamerDataView>

/** To be passed on to the person; it works once. */
export const DataLinkView = v.object({ url: v.string(), expires_at: Instant })
export type DataLinkView = v.InferOutput<typeof DataLinkView>
