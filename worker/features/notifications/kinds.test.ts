import { globSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { batch } from '#worker/db/client.ts'
import { queryRows } from '#worker/db/statement.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import { asMember } from '#tests/support/drivers/delivery-harness.ts'
import { startEveryKind, type EveryKind } from '#tests/support/drivers/every-kind.ts'
import { sendEveryLane } from '#tests/support/drivers/lanes.ts'
import { selectRecipients } from './fan-out/recipients.ts'
import { listNotifications } from './inbox.ts'
import { broadcastKinds, DeliveryKind, notificationKinds, NotificationKind } from './kinds.ts'

const now = Date.UTC(2027, 2, 1, 12)

let every: EveryKind
beforeAll(async () => void (every = await startEveryKind(now)))
afterAll(() => every.close())
beforeEach(() => every.begin())

describe.each(DeliveryKind.options)('%s', (kind) => {
  const channels = notificationKinds[kind].defaultChannels

  test('is written for each channel that is on by default, and arrives by each', async () => {
    const { outbox, reader, pushes, written } = every
    await every.write(kind)
    await sendEveryLane(every.context())
    expect(await written()).toMatchObject(
      channels.toSorted().map((channel) => ({ channel, status: 'sent', reason: null })),
    )
    const count = (channel: (typeof channels)[number]) => Number(channels.includes(channel))
    const mails = outbox.mail.taken()
    expect(mails).toHaveLength(count('email'))
    for (const { body } of mails) {
      expect(body['to']).toEqual(['reader@example.com'])
      expect(body['subject']).toMatch(/\S/)
      expect(body['text']).toMatch(/\S/)
    }
    expect(outbox.discord.taken()).toHaveLength(count('discord'))
    for (const { body } of outbox.discord.taken()) expect(textOfPost(body)).toMatch(/\S/)
    expect(pushes.map(({ payload }) => payload.notification.title)).toEqual(
      channels.includes('push') ? [expect.stringMatching(/\S/)] : [],
    )
    const bell = await listNotifications(outbox.contextFor(asMember(reader)), { limit: 10 })
    expect(bell.items).toMatchObject(
      channels.includes('in_app') ? [{ kind, title: expect.stringMatching(/\S/) as string }] : [],
    )
  })
})

test.each(NotificationKind.options)('%s is sent by something', (kind) => {
  const sources = globSync('worker/**/*.ts', { exclude: ['**/*.test.ts'] })
  const sends = new RegExp(
    `\\b(?:insertNotificationDeliveries|insertBroadcast|notifyRecipientPage)\\([^;]{0,300}?kind: '${kind}'`,
    's',
  )
  expect(sources.some((path) => sends.test(readFileSync(path, 'utf8')))).toBe(true)
})

test.each(broadcastKinds)('%s is announced to its recipients', async (kind) => {
  const { outbox, reader, eventId } = every
  const { db } = outbox.database
  const recipients = selectRecipients(kind, { eventId, after: 0 }, sql`true`)
  const [found] = await batch(db, 'read', [queryRows({ userId: sql<UserId>`user_id` }, recipients)])
  expect(found).toEqual([{ userId: reader.userId }])
})
