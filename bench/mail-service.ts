import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { startFakeServer } from './fakes.ts'
import { MailLedger, parseLedger, type MailAnswer } from './mail-ledger.ts'
import { announceService, serviceOptions } from './service.ts'

export type MailServiceOptions = {
  /** Survives the process, as the memory of a provider would. */
  ledger: string
  callsPerSecond?: number
  /** One in so many calls that are taken is not answered. */
  cutOneIn?: number
}

const { ledger: file, port, callsPerSecond, cutOneIn = 0 } = serviceOptions<MailServiceOptions>()
const storedEntries = existsSync(file) ? parseLedger(readFileSync(file, 'utf8')) : []
// Without the line that was cut off.
writeFileSync(file, storedEntries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
const ledger = new MailLedger(storedEntries, { callsPerSecond })
let taken = 0
let mails = storedEntries.reduce(
  (sum, { answer, to }) => sum + (answer === 'taken' ? to.length : 0),
  0,
)

const answers: Record<MailAnswer, { status: number; body: string }> = {
  taken: { status: 200, body: '{"id":"one"}' },
  repeated: { status: 200, body: '{"id":"one"}' },
  changed: { status: 409, body: '{"name":"invalid_idempotent_request"}' },
  limited: { status: 429, body: '{"name":"rate_limit_exceeded"}' },
}

function recipientsOf(body: string): string[] {
  const sent = JSON.parse(body) as { to: string[] } | { to: string[] }[]
  return [sent].flat().flatMap(({ to }) => to)
}

/** Takes mails, single and in batches, in the place of the mail API; `GET` counts them. */
function take(request: IncomingMessage, body: string, response: ServerResponse): void {
  if (request.method === 'GET') return void response.end(JSON.stringify({ mails }))
  const key = String(request.headers['idempotency-key'] ?? '')
  const hash = createHash('sha256').update(body).digest('base64')
  const entry = ledger.record({ at: Date.now(), key, hash, to: recipientsOf(body) })
  appendFileSync(file, `${JSON.stringify(entry)}\n`)
  if (entry.answer === 'taken') {
    taken += 1
    mails += entry.to.length
    if (cutOneIn > 0 && taken % cutOneIn === 0) return void request.socket.destroy()
  }
  const { status, body: text } = answers[entry.answer]
  response.writeHead(status, {
    'Content-Type': 'application/json',
    ...(entry.answer === 'limited' ? { 'Retry-After': '1' } : {}),
  })
  response.end(text)
}

// The quickest encoding: of a body, only addresses are read.
const service = await startFakeServer(take, { port, encoding: 'latin1' })
announceService(service.port)
