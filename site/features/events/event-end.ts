import type { Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

export function eventEnd(page: PageContext, event: EventRowFields): Html {
  return time(page, { at: event.end, as: 'until' })
}
