import { afterEach, beforeEach, expect, test } from 'vitest'
import * as v from 'valibot'
import {
  startTemporaryDatabase,
  type TemporaryDatabase,
} from '#tests/support/fixtures/temporary-database.ts'
import {
  read,
  type Admin,
  type Contributor,
  type Ctx,
  type Member,
  type Moderator,
  type System,
} from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { listNextEvents } from '#worker/features/events/next/next-events.ts'
import { getCalendarMonth, listFollowedEvents } from '#worker/features/events/calendar/calendar.ts'
import { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { getAgenda } from '#worker/features/events/agenda.ts'
import { AgendaQuery, EventCountQuery, EventsQuery } from '#worker/features/events/contract.ts'
import { countEvents } from '#worker/features/events/event-count.ts'
import {
  listEvents,
  listLiveEvents,
  listMostHypedEvents,
} from '#worker/features/events/lists/plain.ts'
import { selectListedEvents } from '#worker/features/events/lists/folded.ts'
import { getEventPage } from '#worker/pages/event.ts'
import { selectStreamersOfChannels } from '#worker/features/directory/followed-channels/followed-channels.ts'
import { readEventFeed } from '#worker/features/events/feeds/feed-events.ts'
import { FeedQuery } from '#worker/features/events/feeds/contract.ts'
import { SearchQuery } from '#worker/features/search/contract.ts'
import { search } from '#worker/features/search/search.ts'
import { getGamePage } from '#worker/features/directory/games/game-page.ts'
import { listGames } from '#worker/features/directory/games/game-list.ts'
import { GamesQuery } from '#worker/features/directory/games/contract.ts'
import { GroupEventsQuery, GroupsQuery } from '#worker/features/directory/groups/contract.ts'
import {
  getGroupPage,
  listGroupEvents,
  listGroups,
} from '#worker/features/directory/groups/group-list.ts'
import { getHomePage } from '#worker/pages/home.ts'
import { sendEveryLane } from '#tests/support/drivers/lanes.ts'
import { sendLane } from '#worker/features/notifications/delivery/send-lane.ts'
import { laneNames } from '#worker/contracts/delivery-lanes.ts'
import { listStretches } from '#worker/outbox/lanes.ts'
import {
  listPopularGames,
  listPopularStreamers,
} from '#worker/features/accounts/onboarding/suggestions.ts'
import { retryFailedDeliveries } from '#worker/features/operations/failed-deliveries.ts'
import {
  StreamerEventsQuery,
  StreamersQuery,
} from '#worker/features/directory/streamers/contract.ts'
import { getStreamersPage } from '#worker/features/directory/streamers/streamer-list.ts'
import {
  getStreamerPage,
  listStreamerEvents,
} from '#worker/features/directory/streamers/streamer-page.ts'
import { ReportInput, ReportsQuery } from '#worker/features/moderation/reports/contract.ts'
import { sendReport } from '#worker/features/moderation/reports/report.ts'
import { countOpenReports, listReports } from '#worker/features/moderation/reports/report-queue.ts'
import { moderateProposal } from '#worker/features/moderation/proposals/moderation.ts'
import { listSimilarEvents } from '#worker/features/moderation/proposals/similar-events.ts'
import { selectPicturePathsInUse } from '#worker/features/media/uploads/upload-rows.ts'
import { writeCursor } from '#tests/support/drivers/pagination.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'

const now = Date.UTC(2027, 2, 1, 12)
const config = { MAIL_CALLS_PER_SECOND: 4 }

let database: TemporaryDatabase
beforeEach(async () => {
  // The plan of a write holds the lock: in one database for all the next write would wait for it.
  database = await startTemporaryDatabase()
})
afterEach(() => database.remove())

/** The steps by which the database answers each statement of a use case. */
function plansFor(run: (ctx: Ctx) => Promise<unknown>): Promise<string[][]> {
  return plansOf(database.db, (db) =>
    // The answer does not matter: no row that is asked for exists.
    run({ db, now, actor: { kind: 'visitor' }, locale: 'en', config } as unknown as Ctx).catch(
      () => 0,
    ),
  )
}

function asMember(ctx: Ctx): Ctx<Member> {
  const actor = { kind: 'member', userId: 7, sessionId: 'one', requires: 'member' }
  return { ...ctx, actor } as unknown as Ctx<Member>
}

const isTable =
  /^SCAN (?:e|g|s|eg|t|o|h|events|games|streamers|event_groups|hypes|\w+_follows|event_\w+|streaming_accounts)$/

/** Steps that read a table whole. An index may be walked in its order: the limit ends it. */
function readWhole(plan: string[]): string[] {
  return plan.filter((step) => isTable.test(step))
}

/** Steps that sort before the page's own few rows are known. */
function sorted(plan: string[]): string[] {
  const picked = plan.indexOf('SCAN pick')
  return plan
    .slice(0, picked === -1 ? undefined : picked)
    .filter((step) => step.includes('TEMP B-TREE'))
}

const folded = (query: object) => (ctx: Ctx) =>
  read(ctx, selectListedEvents(ctx, { query: v.parse(EventsQuery, query), isFolded: true }))
const events = (query: object) => (ctx: Ctx) => listEvents(ctx, v.parse(EventsQuery, query))
const count = (query: object) => (ctx: Ctx) => countEvents(ctx, v.parse(EventCountQuery, query))
const month = (query: object) => (ctx: Ctx) =>
  getCalendarMonth(ctx, v.parse(CalendarFilters, query))
const cursor = writeCursor('events.start', now, 'past', now - day, 7)

test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
  ['the agenda', events({})],
  ['its next page', events({ cursor })],
  ['what is over', events({ phase: 'past' })],
  ['what is not over', events({ future_only: 'true' })],
  ['tonight’s events', events({ range: 'tonight', tz: 'Europe/Paris' })],
  ['a count of all events', count({})],
  ['a count of tonight’s events', count({ range: 'tonight', tz: 'Europe/Paris' })],
  ['a count of a game’s events in a language', count({ game: '7', language: 'fr' })],
  ['events by hype', events({ sort: 'hype' })],
  ['the newest events to come', events({ sort: 'newest', phase: 'upcoming' })],
  ['events in a language', events({ language: 'fr' })],
  ['events of a game in a language', events({ game: '7', language: 'fr' })],
  ['live events', (ctx) => listLiveEvents(ctx)],
  ['the most hyped events', (ctx) => listMostHypedEvents(ctx)],
  ['a month of the calendar', month({})],
  ['a filtered month of the calendar', month({ language: ['fr', 'es'], category: 'speedrun' })],
  ['a feed', (ctx) => readEventFeed(ctx, v.parse(FeedQuery, {}))],
  ['games', (ctx) => listGames(ctx, v.parse(GamesQuery, {}))],
  ['groups', (ctx) => listGroups(ctx, v.parse(GroupsQuery, {}))],
  ['a group', (ctx) => listGroupEvents(ctx, 'one', v.parse(GroupEventsQuery, {}))],
])('the default order of %s is an index’s own', async (_, run) => {
  const plans = await plansFor(run)
  expect(plans).not.toEqual([])
  expect(plans.flatMap(readWhole)).toEqual([])
  expect(plans.flatMap(sorted)).toEqual([])
})

test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
  ['home', (ctx) => getHomePage(ctx)],
  ['the page of the agenda', (ctx) => getAgenda(ctx, v.parse(AgendaQuery, {}))],
  ['the folded agenda', folded({})],
  ['the folded agenda of a game', folded({ game: '7', range: 'week' })],
  ['the page of a group', (ctx) => getGroupPage(ctx, 'one', v.parse(GroupEventsQuery, {}))],
  ['an event', (ctx) => getEventPage(ctx, 'one')],
  ['a game', (ctx) => getGamePage(ctx, 'one', undefined)],
  [
    'games by coming events',
    (ctx) => listGames(ctx, v.parse(GamesQuery, { sort: 'upcoming_events' })),
  ],
  ['streamers', (ctx) => getStreamersPage(ctx, v.parse(StreamersQuery, {}), true)],
  ['a streamer', (ctx) => getStreamerPage(ctx, '7', undefined)],
  [
    'the events of a streamer',
    (ctx) => listStreamerEvents(ctx, 7 as never, v.parse(StreamerEventsQuery, { period: 'all' })),
  ],
  ['events with a streamer', events({ streamer: '7' })],
  [
    'what a member follows',
    (ctx) => listFollowedEvents(asMember(ctx), { from: now, to: now + day }),
  ],
  ['a member’s next events', (ctx) => listNextEvents(asMember(ctx))],
  [
    'what a channel has to come, for a proposal',
    (ctx) =>
      listSimilarEvents({ ...asMember(ctx) } as unknown as Ctx<Contributor>, {
        platform: 'twitch',
        streaming_account_name: 'one',
        name: '',
        timezone: 'UTC',
      }),
  ],
  ['streamers for a newcomer', (ctx) => listPopularStreamers(asMember(ctx), { limit: 16 })],
  ['games for a newcomer', (ctx) => listPopularGames(asMember(ctx), { limit: 16 })],
  [
    'which of the channels followed on Twitch are known',
    (ctx) => {
      const actor = { kind: 'member', userId: 7 }
      const member = { ...ctx, actor } as unknown as Ctx<Contributor>
      return read(ctx, [selectStreamersOfChannels(member, new Map([['91', 'one']]))])
    },
  ],
])('%s reads no table whole', async (_, run) => {
  const plans = await plansFor(run)
  expect(plans).not.toEqual([])
  expect(plans.flatMap(readWhole)).toEqual([])
})

test('events of one game or group are found by it, whatever else is asked of them', async () => {
  for (const query of [
    { game: '7', language: 'fr' },
    { group: '7', category: 'charity' },
  ]) {
    const [plan = []] = await plansFor(events({ ...query, phase: 'past' }))
    const [step = ''] = plan.filter((one) => /^SEARCH e USING (?!INTEGER)/.test(one))
    expect(step).toMatch(/events_(?:game|group) \(\w+_id=\? AND status=\?/)
  }
})

test('of the past, only the last day and what is longer are looked through for what is live', async () => {
  const plans = await plansFor((ctx) => listLiveEvents(ctx))
  const steps = plans.flat().filter((step) => /^SEARCH e USING COVERING/.test(step))
  expect(steps).toEqual([
    expect.stringContaining('events_start (status=? AND start_at>? AND start_at<?)'),
    expect.stringContaining('events_long (status=? AND start_at>? AND start_at<?)'),
  ])
})

test('the other dates of a series are found by it, and what is long by its own index', async () => {
  const found = await plansFor((ctx) => search(ctx, v.parse(SearchQuery, { q: 'one' })))
  const plans = await plansFor(folded({}))
  const steps = plans.flat()
  const ofSeries = [...steps, ...found.flat()].filter((step) => /^(?:SCAN|SEARCH) x /.test(step))
  expect(ofSeries).not.toEqual([])
  expect(ofSeries.filter((step) => !step.includes('events_series (series_key=?'))).toEqual([])
  expect(steps).toContainEqual(
    expect.stringContaining('events_long (status=? AND start_at>? AND start_at<?)'),
  )
  // Upcoming and past events come in the order of their index: only what is live is sorted.
  const upcoming = steps.indexOf('MATERIALIZE section_1')
  expect(steps.slice(upcoming, steps.indexOf('SCAN pick')).join()).not.toContain('TEMP B-TREE')
})

test('what may be meant by a search is looked up by its key', async () => {
  const plans = await plansFor((ctx) => search(ctx, v.parse(SearchQuery, { q: 'one' })))
  const steps = plans.flat().filter((step) => /^(?:SCAN|SEARCH) h /.test(step))
  expect(new Set(steps)).toEqual(new Set(['SEARCH h USING INTEGER PRIMARY KEY (rowid=?)']))
})

test('a streamer’s events are found by the streamer', async () => {
  const plans = await plansFor(events({ streamer: '7' }))
  const steps = plans.flat().filter((step) => /^SEARCH e /.test(step))
  expect(new Set(steps)).toEqual(new Set(['SEARCH e USING INTEGER PRIMARY KEY (rowid=?)']))
})

test.each<[string, (ctx: Ctx) => Promise<unknown>]>([
  ['claiming deliveries', (ctx) => sendEveryLane(ctx as Ctx<System>)],
  [
    'retrying dead letters',
    (ctx) => retryFailedDeliveries(ctx as Ctx<Admin>, { reason: 'rejected' }),
  ],
])('%s looks up the events that they tell of', async (_, run) => {
  const steps = (await plansFor(run)).flat().filter((step) => /^(?:SCAN|SEARCH) e /.test(step))
  expect(steps).not.toEqual([])
  expect(steps.filter((step) => !step.includes('INTEGER PRIMARY KEY (rowid=?)'))).toEqual([])
})

test.each(laneNames)('what is due in the lane %s is read off its index', async (lane) => {
  const plans = await plansFor((ctx) =>
    sendLane(ctx as Ctx<System>, { type: 'send_lane', lane, until: 0 }),
  )
  const page = plans.find((plan) => plan.join().includes('deliveries_queue')) ?? []
  const steps = page.filter((step) => step.includes('deliveries_queue'))
  expect(steps.length).toBeGreaterThanOrEqual(listStretches(lane).length)
  for (const step of steps) {
    expect(step).toMatch(
      /^SEARCH deliveries USING (?:COVERING )?INDEX deliveries_queue \(priority=\?/,
    )
  }
  expect(page.join('\n')).not.toContain('SCAN deliveries')
})

test('which pictures are shown is looked up, however many people, streamers and events there are', async () => {
  const plans = await plansFor((ctx) =>
    read(ctx, [selectPicturePathsInUse(ctx, ['uploads/a.png'])]),
  )
  const steps = plans.flat()
  for (const index of ['events_thumbnail', 'users_avatar', 'streamers_avatar']) {
    expect(steps.join('\n')).toMatch(new RegExp(`SEARCH \\w+ USING COVERING INDEX ${index} `))
  }
  expect(steps.filter((step) => /^SCAN (?:events|users|streamers)\b/.test(step))).toEqual([])
})

test('whether somebody else can review is read off the staff, however many members there are', async () => {
  const plans = await plansFor((ctx) =>
    moderateProposal(asMember(ctx) as unknown as Ctx<Moderator>, 7 as EventId, { act: 'review' }),
  )
  const steps = plans.flat().filter((step) => /^(?:SCAN|SEARCH) reviewer /.test(step))
  expect(steps.join('\n')).toContain('INDEX users_staff')
  expect(steps.filter((step) => !/INDEX users_staff|INTEGER PRIMARY KEY/.test(step))).toEqual([])
})

test('a report is counted by its member, and the queue of reports reads no table whole', async () => {
  const asModerator = (ctx: Ctx) => asMember(ctx) as unknown as Ctx<Moderator>
  const sent = await plansFor((ctx) =>
    sendReport(
      asMember(ctx),
      v.parse(ReportInput, { subject: { type: 'event', id: 7 }, reason: 'spam' }),
      undefined,
    ),
  )
  expect(sent.flat().filter((step) => step.includes(' mine '))).not.toEqual([])
  expect(sent.flat().join('\n')).not.toMatch(/SCAN (?:mine|reports|events)\b/)
  const steps = [
    await plansFor((ctx) => listReports(asModerator(ctx), v.parse(ReportsQuery, {}))),
    await plansFor((ctx) =>
      listReports(asModerator(ctx), v.parse(ReportsQuery, { state: 'decided' })),
    ),
    await plansFor((ctx) => countOpenReports(asModerator(ctx))),
  ].flat(2)
  const ofReports = steps.filter((step) => /reports/.test(step))
  expect(ofReports.filter((step) => step.startsWith('SEARCH one'))).toHaveLength(4)
  expect(ofReports.filter((step) => !/INDEX reports_(?:open|decided) ?/.test(step))).toEqual([])
  // Scans are of the list, never of a table for each of its rows.
  expect(steps.filter((step) => step === 'SCAN one')).toHaveLength(4)
})
