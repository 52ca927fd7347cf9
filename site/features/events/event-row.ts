import { seriesDates } from './series-dates.ts'
import { singleEventRow, type SingleEventRowProps } from './single-row.ts'
import type { Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { ListedEvent } from '#worker/features/events/contract.ts'

type EventRowProps = Omit<SingleEventRowProps, 'event' | 'isHyped' | 'beside'> & {
  event: ListedEvent
}

export function eventRow(page: PageContext, props: EventRowProps): Html {
  const { event } = props
  const beside = event.series && seriesDates(page, event, event.series)
  return singleEventRow(page, { ...props, beside })
}
