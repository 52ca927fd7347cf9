import { expect } from 'vitest'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { callAs, createMember } from '#tests/support/factories/members.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

test('reminder mail offers one-click unsubscription, and it works without signing in', async () => {
  const now = Date.now()
  const start = now + 2 * day
  const person = await createMember(worker, { createdAt: now })
  const event = await publishEvent(worker, start, { now })
  const body = { hyped: true }
  const hyped = await callAs(worker, person, 'PUT', `events/${event.id}/toggle_hype`, { body, now })
  expect(hyped.status).toBe(200)
  await worker.tick(start - 24 * hour)
  const mail = await waitFor(
    async () =>
      (await worker.mails(person.email)).find(({ subject }) => subject.includes(event.name)),
    'the reminder',
  )
  expect(mail.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const link = new URL(/<(.*)>/.exec(mail.headers['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname
  const asked = await worker.fetch(link)
  expect([asked.status, (await asked.text()).includes('<form method="post"')]).toEqual([200, true])
  const answer = await worker.fetch(link, {
    method: 'POST',
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  })
  expect(answer.status).toBe(200)
  await worker.minute(start - hour)
  const read = { now: start - hour }
  const inbox = await callAs<NotificationsView>(
    worker,
    person,
    'GET',
    'users/me/notifications',
    read,
  )
  const isOfEvent = (text: string) => text.includes(event.name)
  expect(inbox.body.items.filter(({ title }) => isOfEvent(title))).toHaveLength(2)
  const mails = await worker.mails(person.email)
  expect(mails.filter(({ subject }) => isOfEvent(subject))).toHaveLength(1)
  expect(worker.discord.posts).toEqual([])
})
