import { expect } from 'vitest'
import type { EventView } from '#worker/features/events/contract.ts'
import { createEvent, type EventOptions } from '#tests/support/factories/events.ts'
import { insertAccount, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

async function eventOn(account: string, facts: Partial<EventOptions> = {}): Promise<EventView> {
  const platform = 'twitch'
  const { slug } = await createEvent(worker, { platform, streamingAccountName: account, ...facts })
  return worker.get<EventView>(`events/${slug}`)
}

test('a channel has the name and the face of its streamer', async () => {
  const streamer = await insertStreamer(worker, 'Teapot Tactician')
  await insertAccount(worker, streamer, 'TeapotLive')
  const { channel, thumbnail_path } = await eventOn('@teapotlive')
  expect(channel).toEqual({
    streamer_id: streamer,
    name: 'Teapot Tactician',
    avatar_path: expect.stringMatching(/^drawn\/\d+\/avatars\/\w+\.svg$/) as string,
  })
  expect(thumbnail_path).toMatch(/^drawn\/\d+\/posters\/face\/\w+\.svg$/)
  await worker.sql`update streamers set avatar_path = 'avatars/t.webp' where id = ${streamer}`
  expect((await eventOn('teapotlive')).channel?.avatar_path).toBe('avatars/t.webp')
})

test('who merely says that a channel is theirs gives it neither name nor face', async () => {
  const { userId } = await createMember(worker)
  const streamer = await insertStreamer(worker, 'Impostor', userId)
  await insertAccount(worker, streamer, 'bigshow')
  expect((await eventOn('bigshow')).channel).toMatchObject({ streamer_id: null, name: 'bigshow' })
  await worker.sql`update streaming_accounts set verified_at = 1 where streamer_id = ${streamer}`
  expect((await eventOn('bigshow')).channel).toMatchObject({ name: 'Impostor' })
})

test('each other channel is named after its streamer too, taking part or not', async () => {
  const { userId } = await createMember(worker)
  const streamer = await insertStreamer(worker, 'Guest Star')
  await insertAccount(worker, streamer, 'guest_handle')
  await insertAccount(worker, await insertStreamer(worker, 'Pretender', userId), 'other_handle')
  const { id, slug } = await eventOn('host_channel')
  await worker.sql`insert into event_channels (event_id, position, platform, account)
    values (${id}, 0, 'twitch', '@Guest_Handle'), (${id}, 1, 'twitch', 'other_handle')`
  const { channel_owners: owners } = await worker.get<EventView>(`events/${slug}`)
  expect(owners).toMatchObject([{ streamer_id: streamer, display_name: 'Guest Star' }])
})

test('an event has the poster of its channel, and without one that of its group', async () => {
  const groupId = await insertGroup(worker, 'The Kettle Cup')
  const pathOf = async (streamingAccountName: string | null) =>
    (await eventOn('first', { groupId, streamingAccountName })).thumbnail_path
  expect(await pathOf('first')).toBe((await eventOn('first')).thumbnail_path)
  expect(await pathOf('first')).not.toBe(await pathOf('second'))
  expect(await pathOf(null)).toBe(await pathOf(null))
  expect(await pathOf(null)).toMatch(/^drawn\/\d+\/posters\/group\/\w+\.svg$/)
})

test('a poster is served for good, and none for a later version or another kind', async () => {
  const { thumbnail_path: path } = await eventOn('served')
  const answer = await worker.fetch(`/media/${path}`)
  expect(answer.headers.get('Content-Type')).toBe('image/svg+xml; charset=utf-8')
  expect(answer.headers.get('Cache-Control')).toContain('immutable')
  expect(await answer.text()).toMatch(/^<svg /)
  for (const wrong of [path.replace(/\/\d+\//, '/99/'), path.replace('posters/', 'portraits/')]) {
    expect((await worker.fetch(`/media/${wrong}`)).status).toBe(404)
  }
})
