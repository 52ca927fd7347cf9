import type { MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { TimeContext, TimeForm } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { CalendarItem, GridEntry } from './entries.ts'
import { Icon } from './Icon.tsx'
import { hasModifierKey } from './keys.ts'
import type { Segment } from './layout.ts'
import { Time } from './Time.tsx'
import { eventCountText } from './calendar-labels.ts'

type Shared = {
  locale: Locale
  segment?: Segment | undefined
  isHyped: boolean
  /** Not a tab stop: the keyboard opens the day with all its events. */
  isSkipped?: boolean
}

type ChipProps = Shared & {
  item: CalendarItem
  reader: TimeContext
  overlap: string | undefined
  form?: TimeForm
}

function placeOf({ segment, isHyped, isSkipped }: Shared) {
  return {
    'data-hyped': isHyped ? '' : undefined,
    'data-lane': segment?.lane,
    'data-span': segment?.span,
    'data-continued': segment?.isContinued ? '' : undefined,
    'data-goes-on': segment?.goesOn ? '' : undefined,
    tabIndex: isSkipped ? -1 : undefined,
  }
}

/** An event's bar. */
export function CalendarChip({ item, reader, overlap, form = 'time', ...shared }: ChipProps) {
  const { category, slug, id, phase, isCancelled, fixed, startAt, name } = item
  const said = isCancelled ? m.event_cancelled() : phase === 'live' && m.event_live_now()
  const overlapText = overlap !== undefined && m.calendar_overlap({ name: overlap })
  return (
    <a
      className={`cal-chip cal-${category}`}
      href={paths.event(shared.locale, slug)}
      data-key={`event-${id}`}
      data-state={isCancelled ? 'cancelled' : phase}
      {...placeOf(shared)}
    >
      {!fixed && <Time at={startAt} as={form} reader={reader} />}
      {shared.isHyped && <span className="bolt cal-chip-bolt" />}
      <span className="cal-chip-name">{name}</span>
      {said && <span className="visually-hidden">{said}</span>}
      {!shared.segment && (
        <span className="cal-chip-note">{`${platforms[item.platform].name} · ${item.account}`}</span>
      )}
      {overlapText && (
        <span className="cal-overlap" title={overlapText}>
          <span>{overlapText}</span>
        </span>
      )}
    </a>
  )
}

type GroupProps = Shared & { entry: GridEntry; onOpen: (entry: GridEntry) => void }

/** The one bar of a group's events. */
export function GroupChip({ entry, onOpen, ...shared }: GroupProps) {
  const { group, items } = entry
  if (!group) return null

  function open(event: MouseEvent): void {
    if (hasModifierKey(event)) return
    event.preventDefault()
    onOpen(entry)
  }

  return (
    <a
      className={`cal-chip cal-chip-group cal-${items[0]?.category}`}
      href={paths.group(shared.locale, group.slug)}
      data-key={entry.key}
      onClick={open}
      {...placeOf(shared)}
    >
      <Icon name="group" size={14} />
      <span className="cal-chip-name">{group.name}</span>
      <span className="cal-chip-count figures">{eventCountText(items.length, shared.locale)}</span>
    </a>
  )
}
