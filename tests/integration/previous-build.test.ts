import { globSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { eventDraft, logIn, signUpVerifiedMember } from '#tests/support/factories/people.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { buildPrevious, hasPreviousBuild } from '#tests/support/drivers/previous-build.ts'
import { startTestWorker, waitFor, type TestWorker } from '#tests/support/drivers/worker.ts'

test.skipIf(hasPreviousBuild)('the one migration is that of the squash', () => {
  expect(globSync('*.sql', { cwd: 'migrations' })).toEqual(['0000_squashed.sql'])
})

let worker: TestWorker
let member: Member

async function statusOf(path: string): Promise<number> {
  const response = await worker.fetch(path)
  await response.body?.cancel()
  return response.status
}

describe.runIf(hasPreviousBuild)('while a migration is applied, the build that still runs', () => {
  /** The build from before the newest migration, on a database that has it already. */
  beforeAll(async () => {
    worker = await startTestWorker({}, [], { project: buildPrevious() })
    member = await createMember(worker)
  }, 300_000)
  afterAll(() => worker.close())

  test.each(['/health', '/', '/events', '/calendar', '/streamers', '/search?q=ze'])(
    'shows %s',
    async (path) => {
      expect(await statusOf(path)).toBe(200)
    },
  )

  test('signs people up and in, and lets them leave', async () => {
    const person = await signUpVerifiedMember(worker)
    const token = await logIn(worker, person.username, { password: person.password })
    const body = { password: person.password }
    expect((await worker.call('DELETE', 'users/me', { token, body })).status).toBe(204)
    const left = await worker.sql`select 1 from users where username = ${person.username}`
    expect(left).toEqual([])
  })

  test('takes a hype, and reminds of it', async () => {
    const now = Date.now()
    const startAt = now + 3 * day
    const { id, slug } = await createEvent(worker, { startAt })
    const { token } = member
    const path = `events/${id}/toggle_hype`
    expect((await worker.call('PUT', path, { token, body: { hyped: true } })).status).toBe(200)
    expect(await statusOf(`/events/${slug}`)).toBe(200)
    await worker.minute(startAt - 23 * hour)
    const mail = await waitFor(
      async () => (await worker.mails(member.email)).find(({ text }) => text.includes(slug)),
      'the reminder',
    )
    expect(mail.headers['List-Unsubscribe']).toBeDefined()
  })

  test('takes a proposal with a picture, which a moderator approves', async () => {
    const { token } = member
    const upload = await worker.call<{ path: string }>('POST', 'uploads', {
      token,
      body: pictureForm(png()),
    })
    expect(upload.status).toBe(201)
    const body = eventDraft(Date.now() + 6 * day, { thumbnail_path: upload.body.path })
    const proposal = await worker.call<{ id: number }>('POST', 'events', { token, body })
    expect(proposal.status).toBe(201)
    const moderator = await createMember(worker, { role: 'moderator' })
    const approved = await worker.call('POST', `admin/proposals/${proposal.body.id}/approve`, {
      token: moderator.token,
      body: {},
    })
    expect(approved.status).toBeLessThan(300)
  })

  test('runs its jobs', async () => {
    await worker.hour(Date.now() + 100 * day)
    const runs = await worker.sql<{ state: string }>`select state from job_runs order by job`
    expect(runs.map(({ state }) => state)).toEqual(['done', expect.any(String) as string])
  })
})
