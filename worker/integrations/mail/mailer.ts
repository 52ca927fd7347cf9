import type { Config } from '#worker/env.ts'
import { readBoundedJson } from '../http/upstream.ts'
import { sendRequest, retryAfterMs, type RequestOutcome } from '../http/outbound.ts'

export type Mail = {
  to: string
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
}
export type Mailer = {
  send(mail: Mail, idempotencyKey: string): Promise<RequestOutcome>
  /** All of them, at most 100, or none; `refused` where one of them would be. */
  sendBatch(mails: Mail[], idempotencyKey: string): Promise<RequestOutcome>
}

/** The key was taken with other content: an earlier try, whose answer was lost, has arrived. */
const changedContent = 'invalid_idempotent_request'

async function readErrorName(answer: Response): Promise<unknown> {
  const body = await readBoundedJson(answer)
  return typeof body === 'object' && body !== null && 'name' in body ? body.name : undefined
}

export function createMailer(config: Config): Mailer {
  const toInput = (mail: Mail) => ({ ...mail, from: config.MAIL_FROM, to: [mail.to] })
  async function post(path: string, body: unknown, key: string): Promise<RequestOutcome> {
    const answer = await sendRequest(config.MAIL_API_URL + path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${config.MAIL_API_KEY}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
      body: JSON.stringify(body),
    })
    return toRequestOutcome(answer)
  }
  return {
    send: (mail, key) => post('/emails', toInput(mail), key),
    sendBatch: (mails, key) => post('/emails/batch', mails.map(toInput), key),
  }
}

async function toRequestOutcome(answer: Response | { error: string }): Promise<RequestOutcome> {
  if ('error' in answer) return { kind: 'retry', reason: 'no_answer', error: answer.error }
  if (answer.status === 409 && (await readErrorName(answer)) === changedContent) {
    return { kind: 'unknown', reason: 'changed_since', error: changedContent }
  }
  if (!answer.bodyUsed) await answer.body?.cancel()
  if (answer.ok) return { kind: 'sent' }
  const error = `mail API answered ${answer.status}`
  if (answer.status === 429) {
    return { kind: 'wait', reason: 'rate_limited', error, afterMs: retryAfterMs(answer) }
  }
  // A revoked key (401, 403) is an operator's error, so the mail is retried.
  const isPassing = answer.status >= 500 || [401, 403, 408, 409].includes(answer.status)
  return isPassing
    ? { kind: 'retry', reason: 'service_failed', error }
    : { kind: 'refused', reason: 'rejected', error }
}
