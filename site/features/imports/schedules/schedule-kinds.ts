import { m } from '#site/lib/messages.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { ScheduleKind } from '#worker/features/imports/schedules/contract.ts'

export const kindNames: Record<ScheduleKind, () => string> = {
  twitch_schedule: m.schedules_kind_twitch_schedule,
  ical_url: m.schedules_kind_ical_url,
  ical_file: m.schedules_kind_ical_file,
}

type Channel = { platform: Platform }

/** The channels that a schedule of this kind can be of. */
export function channelsFor<One extends Channel>(kind: ScheduleKind, channels: One[]): One[] {
  if (kind !== 'twitch_schedule') return channels
  return channels.filter(({ platform }) => platform === 'twitch')
}

/** The kinds that there is a channel for. */
export function kindsFor(channels: Channel[]): ScheduleKind[] {
  return ScheduleKind.options.filter((kind) => channelsFor(kind, channels).length > 0)
}
