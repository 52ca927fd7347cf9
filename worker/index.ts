import { createApp } from './app.ts'
import { runCron } from './cron.ts'
import type { Env } from './env.ts'
import type { SentMessage } from './messages.ts'
import type { QueueBatch, ScheduledEvent } from './platform/bindings.ts'
import { consume } from './queue.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  scheduled: (event: ScheduledEvent, env: Env) => runCron(env, event.cron, event.scheduledTime),
  queue: (batch: QueueBatch<SentMessage>, env: Env) => consume(env, batch),
}
