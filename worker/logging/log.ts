import type { Platform } from '#worker/contracts/enumerations.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { redactPersonalData } from './redact-personal-data.ts'

/** Without what it was about: texts of errors may quote what a person sent. */
type LoggedFailure = { error: string; stack?: string[] | undefined }

/** Everything that the log says. Fields are codes, ids and durations; no text of a person. */
export type LogEvent =
  | ({ event: 'request_failed'; method: string; path: string; code: string } & LoggedFailure)
  | ({ event: 'section_failed' } & LoggedFailure)
  | ({
      event: 'message_failed'
      type: QueueMessage['type']
      message: string
      attempt: number
    } & LoggedFailure)
  | ({ event: 'message_not_queued'; type: QueueMessage['type'] } & LoggedFailure)
  | { event: 'job_done'; job: string; duration_ms: number }
  | ({ event: 'job_failed'; job: string; duration_ms: number } & LoggedFailure)
  | { event: 'platform_failed'; platform: Platform; task: 'live' | 'video_lookup'; reason: string }
  | { event: 'quota_spent'; platform: Platform }
  | { event: 'picture_not_fetched'; platform: Platform; kind: string; reason: string }
  | ({ event: 'purge_failed' } & LoggedFailure)
  | { event: 'alert_raised'; name: string }
  | { event: 'alert_cleared'; name: string }
  | ({ event: 'alerts_not_checked' } & LoggedFailure)

const levels = {
  request_failed: 'error',
  section_failed: 'error',
  message_failed: 'error',
  message_not_queued: 'error',
  job_done: 'info',
  job_failed: 'error',
  platform_failed: 'warn',
  quota_spent: 'warn',
  picture_not_fetched: 'warn',
  purge_failed: 'warn',
  alert_raised: 'error',
  alert_cleared: 'info',
  alerts_not_checked: 'error',
} as const satisfies Record<LogEvent['event'], 'info' | 'warn' | 'error'>

/** Queue messages keep the id of the request or job that sent them. */
export type LogSource = { origin: 'request' | 'queue' | 'cron'; request: string }

export type Log = (event: LogEvent) => void

export function createLog({ origin, request }: LogSource): Log {
  return (event) => {
    const level = levels[event.event]
    console[level](JSON.stringify({ level, origin, request, ...event }))
  }
}

export function describeError(error: unknown): LoggedFailure {
  if (!(error instanceof Error)) return { error: redactPersonalData(String(error)) }
  return {
    error: redactPersonalData(`${error.name}: ${error.message}`),
    stack: error.stack?.split('\n').slice(1, 4).map(redactPersonalData),
  }
}

/** Some links carry a token in their path. */
export function redactPath(path: string): string {
  return redactPersonalData(
    path.replace(
      /\/(unsubscribe|unhype|appeal|verify|reset-password|delete-account|streamer-data|feeds\/me)\/.*/,
      '/$1/…',
    ),
  )
}
