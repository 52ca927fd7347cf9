import * as v from 'valibot'
import { Instant } from '#worker/contracts/time.ts'
import { ExportedRows } from '#worker/features/accounts/profile/contract.ts'

/** Stored data about a streamer, with an account here or without. */
export const StreamerDataView = v.object({
  exported_at: Instant,
  streamer: ExportedRows,
  channels: ExportedRows,
  opt_outs: ExportedRows,
  platform_data: ExportedRows,
  broadcasts: ExportedRows,
  participations: ExportedRows,
  participation_answers: ExportedRows,
  images: ExportedRows,
  decisions: ExportedRows,
})
export type StreamerDataView = v.InferOutput<typeof StreamerDataView>

/** To be passed on to the person; it works once. */
export const DataLinkView = v.object({ url: v.string(), expires_at: Instant })
export type DataLinkView = v.InferOutput<typeof DataLinkView>
