import { m } from '#site/lib/messages.ts'
import type { CalendarFeedScope } from '#worker/features/events/feeds/contract.ts'

export const scopeNames: Record<CalendarFeedScope, () => string> = {
  both: m.my_feeds_scope_both,
  hyped: m.my_feeds_scope_hyped,
  followed: m.my_feeds_scope_followed,
}
