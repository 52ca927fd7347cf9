import type { ChannelAccount } from './find-accounts.ts'
import type { VideoLookup } from './video-lookup.ts'

export type StepProps = {
  /** The person's own verified channels. */
  own: ChannelAccount[]
  isOwnChannel: boolean
  /** Sending publishes the event, without review. */
  willPublish: boolean
  videoLookup: VideoLookup
  /** The link to start from, once. */
  takeLink: () => string
  /** Number of dates of the proposal being edited; undefined for a new one. */
  editedDates: number | undefined
}
