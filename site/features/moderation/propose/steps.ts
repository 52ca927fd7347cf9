import type { Account } from './find-accounts.ts'
import type { VideoLookup } from './video-lookup.ts'

/** Props that steps need beside the draft. */
export type StepProps = {
  /** The person's own verified channels. */
  own: Account[]
  isOwnChannel: boolean
  /** Sending publishes the event, without review. */
  willPublish: boolean
  videoLookup: VideoLookup
  /** Edited dates of the proposal being edited; none for a new one, which may repeat. */
  editedDates: number | undefined
}
