import type { CacheTag } from './caching/cache-tags.ts'
import type { Platform } from './contracts/enumerations.ts'
import type { CampaignId, DeliveryId, EventId, ScheduleSourceId, UserId } from './contracts/ids.ts'

/** What travels through the queue. Consumers are listed by type in queue.ts. */
export type QueueMessage =
  | {
      type: 'fan_out_reminders'
      eventId: EventId
      hours: ReminderHours
      startAt: number
      after: UserId | 0
    }
  | { type: 'fan_out_broadcasts'; eventId: number }
  /** Bulk mail gives way to everything else. */
  | { type: 'deliver'; ids: DeliveryId[]; isBulk?: true }
  | { type: 'fan_out_campaign'; campaignId: CampaignId }
  /** After `behind`, where it is given, come more. */
  | { type: 'send_digests'; users: UserId[]; behind?: DueDigest }
  | { type: 'purge'; tags: CacheTag[] }
  | { type: 'draw_cards'; eventId: number }
  | { type: 'remove_media'; keys: string[] }
  | { type: 'unlock_for_rules' }
  /** The channels behind this name, in the order of names. */
  | { type: 'poll_live'; platform: Platform; after: string }
  | { type: 'find_recordings' }
  | { type: 'check_channels'; platform: Platform }
  | { type: 'run_schedule'; sourceId: ScheduleSourceId }
  /** Still encrypted. */
  | { type: 'revoke_tokens'; sealed: string[] }

/** A person whose digest is due, and since when. */
export type DueDigest = { dueAt: number; id: UserId }

/** Hours before the start at which a hype brings a reminder. */
export type ReminderHours = 24 | 1

/** As sent: with the sender's clock, which the test clock hands on to the consumer. */
export type SentMessage = QueueMessage & { at: number }
