import { afterEach, expect, test } from 'vitest'
import { createMember } from '#tests/support/factories/members.ts'
import { waitFor, startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'

type Line = { level: string; origin: string; request: string; event: string } & Record<
  string,
  unknown
>

let worker: TestWorker | undefined
afterEach(async () => {
  await worker?.close()
  worker = undefined
})

/** The events of the log; what else is in it is the runtime's. */
function linesOf(tested: TestWorker): Line[] {
  const logs = JSON.parse(tested.logs()) as { message: string }[]
  return logs.flatMap(({ message }) => {
    if (!message.startsWith('{')) return []
    return [JSON.parse(message) as Line]
  })
}

function lineOf(tested: TestWorker, event: string): Promise<Line> {
  return waitFor(
    () => Promise.resolve(linesOf(tested).find((line) => line.event === event)),
    `${event} in the log`,
  )
}

const requestId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
const nowhere = 'http://127.0.0.1:1'

test('a message that fails names the request that sent it [ASVS 16.2.1]', async () => {
  worker = await startTestWorker({ MAIL_API_URL: nowhere })
  const body = { email: 'somebody.private@example.com' }
  const asked = await worker.call('POST', 'auth/code', { body })
  expect(asked.status).toBe(200)
  const line = await lineOf(worker, 'message_failed')
  expect(line).toMatchObject({
    level: 'error',
    origin: 'queue',
    request: asked.headers.get('X-Request-Id'),
    type: 'mail_sign_in_code',
    attempt: 1,
    message: expect.any(String),
    error: expect.any(String),
  })
  expect(worker.logs()).not.toContain(body.email)
})

test('a run of a job has an id of its own, which its messages carry on [ASVS 16.2.1]', async () => {
  worker = await startTestWorker()
  await worker.cron('17 * * * *', Date.now())
  const done = await lineOf(worker, 'job_done')
  expect(done).toMatchObject({ level: 'info', origin: 'cron', job: 'hour' })
  expect(done.request).toMatch(requestId)
  await worker.environment.libsql?.close()
  await worker.cron('17 * * * *', Date.now()).catch(() => undefined)
  const failed = await lineOf(worker, 'job_failed')
  expect(failed).toMatchObject({ level: 'error', job: 'hour', duration_ms: expect.any(Number) })
  expect(failed.request).not.toBe(done.request)
})

test('failures of every kind are lines of one form without personal data [ASVS 16.2.5]', async () => {
  worker = await startTestWorker({ MAIL_API_URL: nowhere })
  const member = await createMember(worker)
  await worker.environment.libsql?.close()
  const { token, email } = member
  await worker.call('GET', `events?query=${email}`, { token })
  await worker.call('PATCH', 'users/me', { token, body: { username: email } })
  await worker.call('POST', 'auth/login', {
    body: new URLSearchParams({ username: email, password: 'a secret of mine' }),
  })
  await worker.fetch(`/events/${email}`)
  await worker.fetch('/events')
  await worker.enqueue({ type: 'unlock_for_rules' }, Date.now())
  await lineOf(worker, 'message_failed')
  const lines = linesOf(worker)
  expect(new Set(lines.map(({ event }) => event))).toEqual(
    new Set(['request_failed', 'message_failed']),
  )
  for (const line of lines) {
    expect(line).toMatchObject({
      level: 'error',
      origin: expect.stringMatching(/^(request|queue)$/),
      request: expect.any(String),
      error: expect.any(String),
    })
  }
  for (const known of [email, token, 'a secret of mine', member.username]) {
    expect(worker.logs()).not.toContain(known)
  }
})

test('a webhook that Discord refuses leaves its secret out of the log', async () => {
  worker = await startTestWorker()
  const { token } = await createMember(worker)
  const secret = `${'s'.repeat(60)}_tail`
  const url = `https://discord.com/api/webhooks/123456789012345678/${secret}`
  await worker.call('PUT', 'users/me/discord_webhook', { token, body: { url } })
  worker.discord.answers.push({ status: 404 })
  const refused = await worker.call('POST', 'users/me/discord_webhook/test', { token })
  expect([refused.status, refused.body.code]).toEqual([409, 'discord_test_failed'])
  expect(worker.logs()).not.toContain('ssss')
})
