import type { Config } from '#worker/env.ts'
import {
  readCallsPerSecond,
  readOutcome,
  sendRequest,
  type RequestOutcome,
} from '../http/outbound.ts'
import type { Mail } from './mailer.ts'
import { parseSender } from './sender-address.ts'

export type SecondMailer = { send(mail: Mail): Promise<RequestOutcome> }

/**
 * The API of Brevo. It forgets idempotency keys after minutes, so that a call without an answer is not
 * repeated; its batches have no headers of each mail, such as the link that unsubscribes.
 */
export function createSecondMailer(config: Config): SecondMailer | undefined {
  const { BREVO_API_KEY: key, BREVO_API_URL: origin } = config
  if (!key) return undefined
  const sender = parseSender(config)
  return {
    async send({ to, subject, html, text, headers }) {
      const answer = await sendRequest(`${origin}/v3/smtp/email`, {
        method: 'POST',
        headers: { 'api-key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({
          ...{ sender, to: [{ email: to }], subject, headers },
          ...{ htmlContent: html, textContent: text },
        }),
      })
      const outcome = await readOutcome(answer, { who: 'the second mail API', gone: [] })
      if ('error' in answer) return outcome
      const perSecond = readCallsPerSecond(answer.headers)
      // The first service judges what this one refuses.
      return outcome.kind === 'refused'
        ? { ...outcome, kind: 'retry', reason: 'service_failed', perSecond }
        : { ...outcome, perSecond }
    },
  }
}
