import type { CacheTag } from './caching/cache-tags.ts'
import type { Platform } from './contracts/enumerations.ts'
import type { ReminderCode } from './contracts/reminder-marks.ts'
import type { Locale } from './contracts/locale.ts'
import type { DeliveryLane } from './contracts/delivery-lanes.ts'
import type {
  AuditEntryId,
  CampaignId,
  EventId,
  ReportId,
  ScheduleSourceId,
  UserId,
} from './contracts/ids.ts'

export type QueueMessage =
  | {
      type: 'fan_out_reminders'
      eventId: EventId
      hours: ReminderCode
      startAt: number
      after: UserId | 0
      /** Hypes before it are written; default: 0. */
      hypedFrom?: number
    }
  /** For a mark that members add; `markAt`: when it is. */
  | {
      type: 'fan_out_own_reminders'
      eventId: EventId
      hours: ReminderCode
      markAt: number
      startAt: number
      after: UserId | 0
      hypedFrom?: number
    }
  | { type: 'fan_out_broadcasts'; eventId: number }
  /** Sends a page of what is most urgent then, and until that time continues while there is more. */
  | { type: 'send_lane'; lane: DeliveryLane; until: number }
  | { type: 'mail_sign_in_code'; id: string }
  /** To somebody without an account; `recipient` is encrypted. */
  | ({ type: 'mail_decision'; recipient: string; locale: Locale } & (
      | { entryId: AuditEntryId }
      /** A member who was deleted. */
      | { subjectId: UserId }
    ))
  | { type: 'mail_report'; id: ReportId }
  | { type: 'fan_out_campaign'; campaignId: CampaignId }
  | { type: 'send_digests'; users: UserId[]; behind?: DueDigest }
  | { type: 'purge'; tags: CacheTag[] }
  /** One event's; the message for the others follows when its cards are drawn. */
  | { type: 'draw_cards'; eventId: number; others?: number[] }
  | { type: 'remove_media'; keys: string[] }
  | { type: 'unlock_for_rules' }
  /** Channels after this name, in order of names. */
  | { type: 'poll_live'; platform: Platform; after: string }
  | { type: 'find_recordings' }
  | { type: 'check_channels'; platform: Platform }
  | { type: 'check_pictures'; platform: Platform }
  | { type: 'fetch_pictures' }
  | { type: 'run_schedule'; sourceId: ScheduleSourceId }
  | { type: 'revoke_tokens'; encryptedTokens: string[] }

export type DueDigest = { dueAt: number; id: UserId }

/** With the clock of its sender, for the test clock, and the id of what it continues. */
export type SentMessage = QueueMessage & { at: number; request?: string }
