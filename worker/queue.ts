import type { Ctx, System } from './context.ts'
import type { Env } from './env.ts'
import { deliver } from './features/notifications/deliver.ts'
import { fanOutReminders } from './features/notifications/reminders.ts'
import { createContext, messageClock } from './http/request-context.ts'
import type { QueueMessage, SentMessage } from './messages.ts'
import type { QueueBatch } from './platform/bindings.ts'

type Consumers = {
  [Type in QueueMessage['type']]: (
    ctx: Ctx<System>,
    message: Extract<QueueMessage, { type: Type }>,
  ) => Promise<void>
}

/** Message type → consumer. */
const consumers: Consumers = {
  fan_out_reminders: fanOutReminders,
  deliver,
}

/** Each message stands alone: one that fails is retried without the others. */
export async function consume(env: Env, batch: QueueBatch<SentMessage>): Promise<void> {
  for (const message of batch.messages) {
    const now = messageClock(env, message.body.at)
    const ctx = { ...createContext(env, now, 'en'), actor: { kind: 'system' } } as const
    try {
      const run = consumers[message.body.type] as (
        ctx: Ctx<System>,
        message: QueueMessage,
      ) => Promise<void>
      await run(ctx, message.body)
      message.ack()
    } catch (error) {
      const reason = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'
      console.error(
        JSON.stringify({ queue: message.body.type, message: message.id, error: reason }),
      )
      message.retry({ delaySeconds: 30 })
    }
  }
}
