import { beforeEach, expect } from 'vitest'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import { insertDelivery } from '#tests/support/factories/deliveries.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

const operator = 'operator@example.com'
/** Five minutes past an hour: the minutely job looks for alerts. */
const start = Math.ceil(Date.now() / hour) * hour + 5 * minute
const test = testWith({
  ALERT_WEBHOOK: 'https://discord.com/api/webhooks/1/operator',
  ALERT_MAIL: operator,
})

beforeEach(async () => {
  await worker.sql`delete from alerts`
  await worker.sql`delete from job_runs`
  await worker.sql`delete from deliveries`
  await worker.sql`delete from attempts`
  worker.discord.posts.length = 0
})

const sent = () => worker.discord.posts.map(({ body }) => textOfPost(body))

async function setRun(job: 'minute' | 'hour', at: number, state = 'done') {
  await worker.sql`insert into job_runs (job, started_at, state) values (${job}, ${at}, ${state})
    on conflict do update set started_at = excluded.started_at, state = excluded.state`
}

test('a job that is late is sent once, by webhook and mail, and so is that it runs again', async () => {
  await setRun('hour', start - 3 * hour)
  await worker.tick(start)
  const text = 'The hour job began last 180 minutes ago.'
  expect(sent()).toEqual([expect.stringMatching(`Hypecal alert\n[^]*${text}`)])
  expect(worker.discord.posts[0]?.path).toContain('/api/webhooks/1/operator')
  const [mail] = await worker.mails(operator)
  expect([mail?.subject, mail?.text]).toEqual(['Hypecal alert', expect.stringContaining(text)])
  await worker.tick(start + 5 * minute)
  expect(sent()).toHaveLength(1)
  await setRun('hour', start + 6 * minute)
  await worker.tick(start + 10 * minute)
  expect(sent()[1]).toContain('Hypecal alert over')
  await worker.tick(start + 15 * minute)
  expect(sent()).toHaveLength(2)
  expect(await worker.mails(operator)).toHaveLength(2)
  expect(worker.logs()).toContain('alert_raised')
  expect(worker.logs()).toContain('alert_cleared')
})

test('deliveries that fail for good and one that waits too long are sent together', async () => {
  const { userId } = await createMember(worker)
  for (let count = 0; count < 20; count += 1) {
    await insertDelivery(worker, { userId, status: 'dead', nextAt: start - 10 * minute })
  }
  await insertDelivery(worker, { userId, status: 'claimed', nextAt: start - 20 * minute })
  await worker.sql`update deliveries set status = 'pending' where status = 'claimed'`
  await worker.cron('17 * * * *', start)
  expect(sent()).toHaveLength(1)
  expect(sent()[0]).toContain('20 of 20 messages')
  expect(sent()[0]).toContain('has waited for 20 minutes')
})

test('answers 500 are counted beside the answer, and many of them are sent', async () => {
  await worker.sql`alter table event_groups rename to event_groups_elsewhere`
  for (let count = 0; count < 20; count += 1) {
    const answer = await worker.call('GET', `groups?q=${count}`, { now: start })
    expect([answer.status, answer.body.code]).toEqual([500, 'internal_error'])
  }
  await worker.sql`alter table event_groups_elsewhere rename to event_groups`
  const counted = () => worker.sql`select count from attempts where subject = 'server_error'`
  await expect.poll(counted).toEqual([{ count: 20 }])
  await worker.tick(start)
  expect(sent()).toEqual([expect.stringContaining('answered 20 requests of the last hours')])
})

test('the hourly job tells that the minutely one stands still', async () => {
  await setRun('minute', start, 'idle')
  await worker.cron('17 * * * *', start + 12 * minute)
  expect(sent()).toEqual([expect.stringContaining('The minute job began last 12 minutes ago.')])
})

test('health says that jobs are late, for a watcher outside', async () => {
  const jobsAt = async (at: number) => {
    const headers = { 'X-Test-Now': String(at) }
    const { jobs } = (await (await worker.fetch('/health', { headers })).json()) as { jobs: string }
    return jobs
  }
  await setRun('hour', start)
  expect(await jobsAt(start + 2 * hour)).toBe('on_time')
  expect(await jobsAt(start + 3 * hour)).toBe('late')
})

test('what no channel took is sent by the next run', async () => {
  const { environment } = worker
  await setRun('minute', start, 'idle')
  await environment.mail.close()
  worker.discord.answers.push({ status: 500 })
  await worker.cron('17 * * * *', start + 12 * minute)
  const notifiedAt = () => worker.sql`select notified_at from alerts`
  expect(await notifiedAt()).toEqual([{ notified_at: null }])
  await worker.cron('17 * * * *', start + 13 * minute)
  expect(await notifiedAt()).toEqual([{ notified_at: start + 13 * minute }])
  expect(sent()).toHaveLength(2)
})
