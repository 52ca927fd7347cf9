import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createSession, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { insertPasskey } from '#tests/support/factories/sign-in-methods.ts'
import { day, hour } from './durations.ts'
import type { TestSite } from './site.ts'

/** Something in every section of the profile, and in each list as much as a busy member has. */
export async function fillProfile(site: TestSite, member: Member): Promise<void> {
  const { userId } = member
  await followMany(site, userId)
  const streamer = await insertStreamer(site, 'A Busy Streamer', userId)
  for (const platform of ['twitch', 'youtube'] as const) {
    await insertAccount(site, streamer, `busy_on_${platform}`, { platform })
  }
  for (const index of Array.from({ length: 12 }).keys()) {
    const startAt = Date.now() + index * day + hour
    await createEvent(site, { name: `Proposed ${index}`, startAt, proposerId: userId as never })
  }
  for (let index = 0; index < 4; index += 1) {
    await createSession(site, member)
    await createCalendarFeed(site, member)
  }
  await insertPasskey(site, userId, Date.now())
  for (const provider of ['google', 'twitch']) {
    await query(
      site,
      `insert into identities (user_id, provider, provider_user_id, name, created_at)
        values (?, ?, 'busy', 'Busy', 0)`,
      userId,
      provider,
    )
  }
}

async function createCalendarFeed({ url }: TestSite, { token }: Member): Promise<void> {
  await fetch(`${url}/api/v1/users/me/calendar_feeds`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ scope: 'both' }),
  })
}

async function followMany(site: TestSite, userId: number): Promise<void> {
  const now = Date.now()
  for (const [follows, of, from, count] of [
    ['streamer_follows', 'streamer_id', 'streamers', 24],
    ['game_follows', 'game_id', 'games', 24],
    ['group_follows', 'group_id', 'event_groups', 8],
  ] as const) {
    await query(
      site,
      `insert into ${follows} (user_id, ${of}, created_at) select ?, id, ? from ${from} limit ${count}`,
      userId,
      now,
    )
  }
  await query(
    site,
    `insert into hypes (event_id, user_id, created_at) select id, ?1, ?2 from events
      where status = 'approved' and end_at > ?2 order by start_at limit 30`,
    userId,
    now,
  )
}
