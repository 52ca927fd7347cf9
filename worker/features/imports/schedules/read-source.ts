import type { Ctx } from '#worker/context.ts'
import { fetchCalendar } from '#worker/integrations/calendars/calendar-host.ts'
import { findProviderKeys } from '#worker/integrations/oauth/oauth.ts'
import { UpstreamError, type UpstreamErrorKind } from '#worker/integrations/http/upstream.ts'
import { readCalendar } from './calendar-file.ts'
import { CalendarError } from './calendar-text.ts'
import {
  isSupportedCalendarUrl,
  maxCalendarBytes,
  type CalendarFault,
  type ScheduleError,
} from './contract.ts'
import type { FeedSnapshot } from './scheduled-item.ts'
import { decryptSourceUrl, type ScheduleSource } from './source-rows.ts'
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
export async function readSource(ctx: Ctx, source: ScheduleSource): Promise<ReadResult> {
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
