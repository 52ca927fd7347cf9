import { query } from '#tests/support/factories/rows.ts'
import type { TestWorker } from '#tests/support/drivers/worker.ts'

/** Every page that anyone may open; `{…}` stands for one of the demo set. */
export const publicPages = [
  '/',
  '/discover',
  '/events',
  '/events/{event}',
  '/events/groups',
  '/events/groups/{group}',
  '/games',
  '/games/{game}',
  '/streamers',
  '/streamers/{streamer}',
  '/calendar',
  '/articles',
  '/articles/{article}',
  '/articles/what-to-watch-this-week',
  '/articles/zevent-2025-guide',
  '/search',
  '/search?q=speedrun',
  '/login',
  '/signup',
  '/auth/verify/{token}',
  '/auth/reset-password',
  '/auth/reset-password/{token}',
  '/auth/google/callback',
  '/auth/twitch/callback',
  '/auth/delete-account/{token}',
  '/unauthorized',
  '/download-ios',
  '/data-deletion-request',
  '/faq',
  '/privacy-policy',
  '/terms-and-conditions',
] as const

/** Of these, and beside them, what is written when the site is built. */
export const prerenderedPages = [
  '/faq',
  '/privacy-policy',
  '/terms-and-conditions',
  '/download-ios',
  '/data-deletion-request',
  '/articles/zevent-2025-guide',
  '/unauthorized',
  '/offline',
] as const

const samples = {
  event: `select slug from events where status = 'approved' and end_at > ? and length(description) > 40
    and group_id is not null order by hype_count desc, id limit 1`,
  group: `select g.slug from event_groups g join events e on e.group_id = g.id
    where e.status = 'approved' and e.end_at > ? group by g.id order by count(*) desc limit 1`,
  game: `select g.slug from games g join events e on e.game_id = g.id
    where e.status = 'approved' and e.end_at > ? group by g.id order by count(*) desc limit 1`,
  streamer: `select p.streamer_id as slug from event_participants p join events e on e.id = p.event_id
    where e.status = 'approved' and e.end_at > ? and p.streamer_id is not null
    group by p.streamer_id order by count(*) desc limit 1`,
  article: `select slug from articles where status = 'published' and coalesce(published_at, 0) < ?
    order by id limit 1`,
}

/** Puts one of the demo set in the place of each `{…}`. */
export async function fillPaths<Path extends string>(
  site: Pick<TestWorker, 'environment'>,
  paths: readonly Path[],
): Promise<string[]> {
  const found: Record<string, string> = { token: 'none' }
  for (const [kind, statement] of Object.entries(samples)) {
    const [row] = await query<{ slug: string | number }>(site, statement, Date.now())
    if (!row) throw new Error(`the demo set has no ${kind}`)
    found[kind] = String(row.slug)
  }
  return paths.map((path) => path.replace(/\{(\w+)\}/g, (_, kind: string) => found[kind] ?? ''))
}
