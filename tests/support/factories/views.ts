import type { Html } from '#site/ui/html.ts'
import type { ArticleSummary } from '#worker/features/articles/contract.ts'
import type { LeaderboardEntry } from '#worker/features/gamification/leaderboard/contract.ts'
import type { ListedEvent, SeriesSummary } from '#worker/features/events/contract.ts'
import type { PlannedNotification } from '#worker/features/notifications/planned/contract.ts'
import type { GameSummary } from '#worker/features/directory/games/contract.ts'
import type { GroupSummary } from '#worker/features/directory/groups/contract.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'

/** The output of a template, in one state of its data or several. */
export type Written = Html | undefined | readonly (Html | undefined)[]
/** By file and function. */
export type TemplateTable = Record<string, Record<string, (text: string) => Written>>

/** The page that templates are written for. */
export const page = { locale: 'en', ctx: { now: Date.UTC(2026, 10, 20, 18) } } as const

export function each(
  text: string,
  write: (event: ListedEvent, all: ListedEvent[]) => Written,
): (Html | undefined)[] {
  const all = eventsOf(text)
  return all.flatMap((event) => write(event, all))
}

/** In each state in which a row reads otherwise. */
export function eventsOf(text: string): ListedEvent[] {
  const event = eventOf(text)
  return [
    event,
    { ...event, phase: 'live', is_late: true },
    { ...event, phase: 'live', end: '2026-12-20T20:00:00Z', on_air: onAirOf(text) },
    { ...event, phase: 'past', hype_count: 0, channel: null, streaming_account_name: null },
    { ...event, phase: 'past', game: null, group: null, participants: [] },
    { ...event, time_certainty: 'tba', cancelled_at: event.start },
    { ...event, time_certainty: 'date_only', language: 'es', series: undefined },
  ]
}

function eventOf(text: string): ListedEvent {
  return {
    id: 1,
    slug: text,
    name: text,
    start: '2026-11-20T20:00:00Z',
    end: '2026-11-20T22:00:00Z',
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    phase: 'upcoming',
    status: 'approved',
    cancelled_at: null,
    previous_start: '2026-11-19T20:00:00Z',
    language: 'en',
    platform: 'twitch',
    streaming_account_name: text,
    channel: { streamer_id: 2, name: text, avatar_path: `uploads/${text}` },
    watch_urls: [text],
    game: { id: 3, slug: text, name: text, thumbnail_path: text, thumbnail_url: text },
    category: 'charity',
    thumbnail_path: `uploads/${text}`,
    participants: [participantOf(text)],
    group: { id: 4, slug: text, name: text },
    series_key: text,
    hype_count: 5,
    on_air: null,
    is_late: false,
    vod_url: text,
    series: seriesOf(text),
  }
}

export function participantOf(text: string): ListedEvent['participants'][number] {
  const avatar = `uploads/${text}`
  return {
    streamer_id: 2,
    display_name: text,
    platform: 'twitch',
    account: text,
    avatar_path: avatar,
    confirmed_at: null,
  }
}

export function facesOf(username: string) {
  const path = `uploads/${username}`
  return [1, 2, 3].map(() => ({ username, avatar_path: path, drawn_avatar_path: 'drawn/x.svg' }))
}

function onAirOf(title: string): ListedEvent['on_air'] {
  return { title, viewers: 1234, thumbnail_path: null, since: '2026-11-20T17:00:00Z' }
}

export function seriesOf(text: string): SeriesSummary {
  const { slug, timezone, start } = {
    slug: text,
    timezone: 'Asia/Tokyo',
    start: nextOf('exact').start,
  }
  const laterDates = (['exact', 'tba'] as const).map((certainty, index) => {
    return { id: 6 + index, slug, name: `${text}!`, start, timezone, time_certainty: certainty }
  })
  return { count: 9, isWeekly: true, laterDates }
}

export function nextOf(certainty: ListedEvent['time_certainty']) {
  const start = '2026-11-21T20:00:00Z'
  return { start, timezone: 'Europe/Paris', time_certainty: certainty }
}

export function gameOf(text: string): GameSummary {
  return {
    id: 1,
    slug: text,
    name: text,
    thumbnail_path: `uploads/${text}`,
    thumbnail_url: text,
    followers: 2,
    upcoming_events: 1,
    next: nextOf('exact'),
  }
}

export function groupsOf(text: string): GroupSummary[] {
  const group: GroupSummary = {
    id: 1,
    slug: text,
    name: text,
    thumbnail_path: `uploads/${text}`,
    language_code: 'fr',
    category: 'music',
    game: { slug: text, name: text },
    upcoming_events: 2,
    total_events: 3,
    next: nextOf('date_only'),
  }
  const plain = { game: null, category: null, language_code: null, next: null, upcoming_events: 0 }
  return [group, { ...group, ...plain }, { ...group, ...plain, total_events: 0 }]
}

export function streamerOf(text: string): StreamerSummary {
  return {
    id: 1,
    display_name: text,
    name: text,
    streamer_name: text,
    url_name: text,
    avatar_path: `uploads/${text}`,
    language: 'en',
    followers: 2,
    platform_followers: 12_345,
    accounts: [{ platform: 'twitch', name: text, url: text, is_verified: true }],
    next: { ...nextOf('exact'), elsewhere: { slug: text, channel: text } },
  }
}

export function articleOf(text: string): ArticleSummary {
  return {
    id: 1,
    slug: text,
    title: text,
    excerpt: text,
    language: 'fr',
    cover_path: `uploads/${text}`,
    author: text,
    published_at: '2026-11-01T10:00:00Z',
    modified_at: '2026-11-09T10:00:00Z',
    reading_minutes: 4,
  }
}

export function entryOf(username: string): LeaderboardEntry {
  return { rank: 1, username, avatar_url: username, level: 2, xp: 1234 }
}

export function weekOf(event: ListedEvent, text: string) {
  const named = { id: 1, name: text, display_name: text } as never
  const notices = sampleNotices
  return {
    events: [true, false].map((is_hyped) => ({ event: { ...event }, is_hyped, notices })),
    clashes: new Map([[event.id, text]]),
    follows: { streamers: [named], games: [named], groups: [named] },
  }
}

export const sampleNotices: PlannedNotification[] = [
  {
    kind: 'reminder',
    mark: '24h',
    hours: 24,
    due: '2026-11-20T17:00:00Z',
    messages: [
      { channel: 'email', state: 'sent', at: '2026-11-20T17:00:00Z', reason: null },
      { channel: 'discord', state: 'skipped', at: null, reason: 'unusable' },
    ],
  },
  {
    kind: 'event_changed',
    mark: null,
    hours: null,
    due: null,
    messages: [{ channel: 'push', state: 'planned', at: null, reason: null }],
  },
]
