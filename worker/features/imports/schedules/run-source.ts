import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import {
  type CalendarFault,
  type ScheduleImportReport,
  type ScheduleError,
  isSupportedCalendarUrl,
  maxCalendarBytes,
} from './contract.ts'
import {
  importScheduledItems,
  previewScheduledItems,
  type AdditionalStatementBuilder,
} from './import-items.ts'
import {
  selectSources,
  type ScheduleSourceRow,
  s,
  decryptSourceUrl,
  type ScheduleSource,
} from './source-rows.ts'
import { fetchCalendar } from '#worker/integrations/calendars/calendar-host.ts'
import { findProviderKeys } from '#worker/integrations/oauth/oauth.ts'
import { UpstreamError, type UpstreamErrorKind } from '#worker/integrations/http/upstream.ts'
import { readCalendar } from './calendar-file.ts'
import { CalendarError } from './calendar-text.ts'
import type { FeedSnapshot } from './scheduled-item.ts'
import { readTwitchSchedule } from './twitch-schedule.ts'

const faults: Record<UpstreamErrorKind, ScheduleError> = {
  unreachable: 'unreachable',
  unauthorized: 'provider_off',
  limited: 'limited',
  spent: 'limited',
  refused: 'not_found',
  malformed: 'malformed',
}

type ReadResult = FeedSnapshot | { fault: ScheduleError; where?: CalendarFault }

/** From a fault nothing may be concluded about what the source announces. */
async function readSource(ctx: Ctx, source: ScheduleSource): Promise<ReadResult> {
  if (!source.isAllowed) return { fault: 'not_allowed' }
  try {
    return source.kind === 'twitch_schedule'
      ? await readTwitchSource(ctx, source)
      : await readCalendarAtAddress(ctx, source)
  } catch (error) {
    if (error instanceof CalendarError) return { fault: 'malformed', where: error.where }
    if (error instanceof UpstreamError) return { fault: faults[error.kind] }
    throw error
  }
}

async function readTwitchSource(ctx: Ctx, source: ScheduleSource): Promise<ReadResult> {
  if (!findProviderKeys(ctx.config, 'twitch')) return { fault: 'provider_off' }
  return readTwitchSchedule(ctx, source)
}

async function readCalendarAtAddress(ctx: Ctx, source: ScheduleSource): Promise<ReadResult> {
  const address = decryptSourceUrl(ctx, source)
  if (!address) return { fault: 'not_found' }
  const bytes = await fetchCalendar(address, {
    isAllowed: isSupportedCalendarUrl,
    maxBytes: maxCalendarBytes,
    fakeOrigin: ctx.config.CALENDARS_URL,
  })
  if (bytes === undefined) return { fault: 'too_large' }
  return readCalendar(bytes, { now: ctx.now, timezone: source.timezone })
}

const longestWaitMs = 24 * hourMs
/** Due a little before the hour is over: the clock that asks is behind the one that reads. */
const marginMs = 10 * 60_000
const mostPerHour = 500

type RunOutcome = { report: ScheduleImportReport } | { fault: ScheduleError; where?: CalendarFault }

/** A source that can't be read is tried again ever later, a day at most. */
function computeNextRun(ctx: Ctx, failures: number): number {
  return ctx.now + Math.min(hourMs * 2 ** failures, longestWaitMs) - marginMs
}

type FailureState = { failures: number; fault: ScheduleError | null }

async function recordRun(
  ctx: Ctx,
  { id }: ScheduleSourceRow,
  { failures, fault }: FailureState,
): Promise<void> {
  const next = computeNextRun(ctx, failures)
  await write(ctx, [
    update(
      scheduleSources,
      {
        lastRunAt: ctx.now,
        lastError: fault,
        failures,
        nextRunAt:
          fault === null
            ? next
            : sql<number | null>`iif(${scheduleSources.nextRunAt} is not null, ${next}, null)`,
      },
      { where: sql`${scheduleSources.id} = ${id}` },
    ),
  ])
}

export async function importFromSource(
  ctx: Ctx<System>,
  source: ScheduleSourceRow,
  alongside?: AdditionalStatementBuilder,
): Promise<RunOutcome> {
  const reading = await readSource(ctx, source)
  if ('fault' in reading) {
    const { fault } = reading
    await recordRun(ctx, source, { failures: source.failures + 1, fault })
    return reading
  }
  const report = await importScheduledItems(ctx, source, reading, alongside)
  await recordRun(ctx, source, { failures: 0, fault: null })
  return { report }
}

export async function previewSource(
  ctx: Ctx<System>,
  source: ScheduleSourceRow,
): Promise<RunOutcome> {
  const reading = await readSource(ctx, source)
  return 'fault' in reading
    ? reading
    : { report: await previewScheduledItems(ctx, source, reading) }
}

const selectDue = prepare(({ now }: Params<{ now: number }>) =>
  select(
    { id: scheduleSources.id },
    sql`from ${scheduleSources} where ${scheduleSources.nextRunAt} <= ${now}
      order by ${scheduleSources.nextRunAt} limit ${mostPerHour}`,
  ),
)

/** Hourly: each source that is due goes into the queue, so that a slow host holds up no other. */
export async function queueScheduleRuns(ctx: Ctx<System>): Promise<void> {
  const { due } = await read(ctx, { due: selectDue({ now: ctx.now }) })
  await ctx.send(due.map(({ id }) => ({ type: 'run_schedule', sourceId: id }) as const))
}

/** Claimed before it is read, so that a message that comes twice has one effect. */
export async function importDueSource(ctx: Ctx<System>, sourceId: ScheduleSourceId): Promise<void> {
  const { claimed } = await write(ctx, {
    claimed: update(
      scheduleSources,
      { nextRunAt: computeNextRun(ctx, 0) },
      {
        where: sql`${scheduleSources.id} = ${sourceId}
          and ${scheduleSources.nextRunAt} <= ${ctx.now}`,
        returning: { id: scheduleSources.id },
      },
    ),
  })
  if (claimed.length === 0) return
  const { source } = await read(ctx, { source: first(selectSources(sql`${s.id} = ${sourceId}`)) })
  if (source) await importFromSource(ctx, source)
}
