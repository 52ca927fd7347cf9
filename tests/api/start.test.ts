import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const parts = {
  settings: 'users/me/settings',
  relations: 'users/me/relations',
  notifications: 'users/me/notifications?limit=1',
  stats: 'achievements/me/stats',
  new_achievements: 'achievements/new',
  onboarding: 'onboarding/content-onboarding/status',
}

describe('the start of a page', () => {
  test('holds what the calls of its parts answer, in the language of the page', async ({
    event,
  }) => {
    const member = await createMember(worker)
    const { token, userId } = member
    const put = (path: string, body: object) => worker.call('PUT', path, { token, body })
    for (const name of ['One', 'Two', 'Three']) {
      await put(`games/${await insertGame(worker, name)}/toggle_follow`, { followed: true })
    }
    await put(`groups/${await insertGroup(worker, 'Four')}/toggle_follow`, { followed: true })
    await put(`events/${event.id}/toggle_hype`, { hyped: true })
    await put('users/me/settings', { timezone_name: 'Asia/Tokyo' })
    const own = await insertStreamer(worker, 'On stage', userId)
    await worker.sql`insert into deliveries
      (key, user_id, channel, kind, payload, status, next_at, sent_at, created_at)
      values ('level_up:2', ${userId}, 'in_app', 'level_up', '{"level":2}', 'sent', 0, 0, 0)`
    for (const language of ['en', 'fr']) {
      const headers = { 'Accept-Language': language }
      const before = worker.trips()
      const start = await worker.get<Record<string, unknown>>('users/me/start', { token, headers })
      expect(worker.trips() - before).toBe(1)
      const answers = Object.entries(parts).map(
        async ([part, path]) => [part, await worker.get(path, { token, headers })] as const,
      )
      expect(start).toEqual(Object.fromEntries(await Promise.all(answers)))
      expect(start).toMatchObject({
        settings: { timezone_name: 'Asia/Tokyo' },
        relations: { hyped_events: [event.id], own_streamer: own },
        notifications: { unread_count: 1 },
        stats: { level_info: { total_xp: 17 } },
        new_achievements: expect.arrayContaining([
          expect.objectContaining({ identifier: 'player' }),
        ]),
        onboarding: { should_show: true },
      })
    }
  })

  test('is for members, and nobody keeps it', async ({ member }) => {
    const refused = await worker.call<ErrorEnvelope>('GET', 'users/me/start')
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated'])
    const { headers } = await worker.call('GET', 'users/me/start', { token: member.token })
    expect(headers.get('Cache-Control')).toBe('private, no-store')
    await worker.sql`update sessions set revoked_at = 1 where user_id = ${member.userId}`
    const ended = await worker.call<ErrorEnvelope>('GET', 'users/me/start', { token: member.token })
    expect([ended.status, ended.body.code]).toEqual([401, 'session_ended'])
  })
})
