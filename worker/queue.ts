import type { Ctx, System } from './context.ts'
import type { Env } from './env.ts'
import { mailSignInCode } from './features/accounts/codes/mail-code.ts'
import { mailDecision } from './features/moderation/decisions/mail-decision.ts'
import { revokeTokens } from './features/directory/followed-channels/twitch-tokens.ts'
import { mailReport } from './features/moderation/reports/mail-report.ts'
import { fanOutCampaign } from './features/notifications/campaigns/fan-out.ts'
import { drawCardsInTurn } from '#worker/features/social-cards/cards.ts'
import { purgeTags } from '#worker/caching/purge.ts'
import { checkChannelBatch } from './features/live/check-channels.ts'
import { checkPictureBatch } from './features/live/check-pictures.ts'
import { pollLiveChannels } from './features/live/poll.ts'
import { findAndSaveRecordings } from './features/live/recordings.ts'
import { sendLane } from './features/notifications/delivery/send-lane.ts'
import { sendDigests } from './features/notifications/fan-out/digests.ts'
import { fanOutBroadcasts } from './features/notifications/fan-out/broadcasts.ts'
import { fanOutReminders } from './features/notifications/fan-out/reminders.ts'
import { unlockAchievementsOfNewRules } from './features/gamification/ledger/new-rules.ts'
import { importDueSource } from './features/imports/schedules/run-source.ts'
import { fetchDuePictures } from './features/media/platform-pictures/fetch-pictures.ts'
import { removeMedia } from './features/media/uploads/remove-media.ts'
import { describeError } from './logging/log.ts'
import { measureRun } from './logging/metrics.ts'
import { createContext, readNowForMessage } from './request/request-context.ts'
import type { QueueMessage } from './queue-messages.ts'
import { sortByPriority, type ReceivedMessage } from './queue-order.ts'

type QueueConsumers = {
  [Type in QueueMessage['type']]: (
    ctx: Ctx<System>,
    message: Extract<QueueMessage, { type: Type }>,
  ) => Promise<void>
}

const consumers: QueueConsumers = {
  fan_out_reminders: fanOutReminders,
  fan_out_own_reminders: fanOutReminders,
  fan_out_broadcasts: fanOutBroadcasts,
  fan_out_campaign: fanOutCampaign,
  send_lane: sendLane,
  mail_sign_in_code: mailSignInCode,
  mail_decision: mailDecision,
  mail_report: mailReport,
  send_digests: sendDigests,
  purge: (ctx, { tags }) => purgeTags(ctx, tags),
  draw_cards: drawCardsInTurn,
  remove_media: (ctx, { keys }) => removeMedia(ctx, keys),
  revoke_tokens: revokeTokens,
  unlock_for_rules: (ctx) => unlockAchievementsOfNewRules(ctx),
  poll_live: pollLiveChannels,
  find_recordings: (ctx) => findAndSaveRecordings(ctx),
  check_channels: checkChannelBatch,
  check_pictures: checkPictureBatch,
  fetch_pictures: (ctx) => fetchDuePictures(ctx),
  run_schedule: (ctx, { sourceId }) => importDueSource(ctx, sourceId),
}

export async function consumeBatch(
  env: Env,
  batch: { messages: readonly ReceivedMessage[] },
): Promise<void> {
  for (const message of sortByPriority(batch.messages)) {
    const { at, request = message.id, type } = message.body
    const source = { origin: 'queue', request } as const
    const origin = { now: readNowForMessage(env, at), locale: 'en', source } as const
    const ctx = { ...createContext(env, origin), actor: { kind: 'system' } } as const
    try {
      const run = consumers[type] as (ctx: Ctx<System>, message: QueueMessage) => Promise<void>
      await measureRun(env.METRICS, { kind: 'message', name: type }, () => run(ctx, message.body))
      message.ack()
    } catch (error) {
      const { id, attempts: attempt } = message
      ctx.log({ event: 'message_failed', type, message: id, attempt, ...describeError(error) })
      message.retry({ delaySeconds: 30 })
    }
  }
}
