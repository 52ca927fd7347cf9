import type { MessageBatch, ScheduledController } from '@cloudflare/workers-types'
import { createApp } from './app.ts'
import { runCron } from './cron.ts'
import type { Env } from './env.ts'
import type { SentMessage } from './queue-messages.ts'
import { createPageRoutes, pageFailureResponse } from './pages.ts'
import { consumeBatch } from './queue.ts'

const app = createApp({ routes: createPageRoutes(), failure: pageFailureResponse })

export default {
  fetch: app.fetch,
  scheduled: ({ cron, scheduledTime }: ScheduledController, env: Env) =>
    runCron(env, cron, scheduledTime),
  queue: (batch: MessageBatch<SentMessage>, env: Env) => consumeBatch(env, batch),
}
