import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import { useCalendar } from './CalendarLink.tsx'
import type { CalendarItem } from './entries.ts'
import { Icon } from './Icon.tsx'
import { Poster } from './Poster.tsx'
import { Time } from './Time.tsx'

type Props = { items: readonly CalendarItem[]; children: ReactNode }

const picturesAtMost = 5

/** Running events that last for days, as one line that opens to their rows. */
export function AgendaMarathons({ items, children }: Props) {
  const reader = useStore(useCalendar().$reader)
  return (
    <details className="marathons">
      <summary>
        <span className="marathons-pictures">
          {items.slice(0, picturesAtMost).map(({ id, poster }) => (
            <Poster key={id} path={poster} className="marathons-picture" />
          ))}
        </span>
        <span className="marathons-what">
          <b>{m.marathons_running({ count: items.length })}</b>
          <span className="quiet">
            {m.marathons_next_end()}{' '}
            <Time at={Math.min(...items.map(({ endAt }) => endAt))} as="until" reader={reader} />
          </span>
        </span>
        <Icon name="chevron" />
      </summary>
      {children}
    </details>
  )
}
