import { m } from '#site/lib/messages.ts'
import type { ScheduleKind } from '#worker/features/schedules/contract.ts'

export const kindNames: Record<ScheduleKind, () => string> = {
  twitch_schedule: m.schedules_kind_twitch_schedule,
  ical_url: m.schedules_kind_ical_url,
  ical_file: m.schedules_kind_ical_file,
}
