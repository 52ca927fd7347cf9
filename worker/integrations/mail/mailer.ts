import type { Config } from '#worker/env.ts'
import { readBoundedJson } from '../http/upstream.ts'
import {
  readCallsPerSecond,
  retryAfterMs,
  sendRequest,
  type RequestOutcome,
} from '../http/outbound.ts'

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

async function readFields(answer: Response): Promise<Record<string, unknown>> {
  const body = await readBoundedJson(answer)
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

/** The API of Resend. */
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
    if ('error' in answer) return { kind: 'retry', reason: 'no_answer', error: answer.error }
    return { ...(await toRequestOutcome(answer)), perSecond: readCallsPerSecond(answer.headers) }
  }
  return {
    send: (mail, key) => post('/emails', toInput(mail), key),
    sendBatch: (mails, key) => post('/emails/batch', mails.map(toInput), key),
  }
}

async function toRequestOutcome(answer: Response): Promise<RequestOutcome> {
  const { status } = answer
  if (answer.ok) return readAcceptance(answer)
  if (status === 409 && (await readFields(answer))['name'] === changedContent) {
    return { kind: 'unknown', reason: 'changed_since', error: changedContent }
  }
  if (!answer.bodyUsed) await answer.body?.cancel()
  const error = `mail API answered ${status}`
  if (status === 429) {
    return { kind: 'wait', reason: 'rate_limited', error, afterMs: retryAfterMs(answer) }
  }
  // A revoked key (401, 403) is an operator's error, so the mail is retried.
  const isPassing = status >= 500 || [401, 403, 408, 409].includes(status)
  return isPassing
    ? { kind: 'retry', reason: 'service_failed', error }
    : { kind: 'refused', reason: 'rejected', error }
}

async function readAcceptance(answer: Response): Promise<RequestOutcome> {
  const { error, statusCode } = await readFields(answer)
  if (!error && !statusCode) return { kind: 'sent' }
  const said = `mail API answered ${answer.status} with an error`
  return { kind: 'retry', reason: 'no_answer', error: said }
}
