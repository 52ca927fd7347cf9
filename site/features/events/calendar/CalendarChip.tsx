import type { MouseEvent } from 'react'
import { separator } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { TimeContext, TimeForm } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { traitsOf, type CalendarItem, type GridEntry } from './entries.ts'
import { Icon } from './Icon.tsx'
import { hasModifierKey } from './keys.ts'
import { Time } from './Time.tsx'
import { eventCountText } from './calendar-labels.ts'

/** Where in the grid it stands: an event in its day, or the line of a long one. */
export type ChipPlace = { lane: number } & (
  { isLine?: undefined } | { isLine: true; span: number; isContinued: boolean; goesOn: boolean }
)

type Shared = {
  locale: Locale
  reader: TimeContext
  place?: ChipPlace | undefined
  isHyped: boolean
  /** Not a tab stop: the keyboard opens the day with all its events. */
  isSkipped?: boolean
}

type ChipProps = Shared & {
  item: CalendarItem
  overlap: string | undefined
  form?: TimeForm
}

function attributesOf({ place, isHyped, isSkipped }: Shared) {
  const line = place?.isLine ? place : undefined
  return {
    'data-hyped': isHyped ? '' : undefined,
    'data-lane': place?.lane,
    'data-span': line?.span,
    'data-continued': line?.isContinued ? '' : undefined,
    'data-goes-on': line?.goesOn ? '' : undefined,
    tabIndex: isSkipped ? -1 : undefined,
  }
}

function classOf({ category, hue }: CalendarItem, { place }: Shared): string {
  return `cal-chip cal-${category} hue-${hue}${place?.isLine ? ' cal-line' : ''}`
}

/** An event. */
export function CalendarChip({ item, overlap, form = 'time', ...shared }: ChipProps) {
  const { slug, id, phase, isCancelled, fixed, startAt, name } = item
  const said = isCancelled ? m.event_cancelled() : phase === 'live' && m.event_live_now()
  return (
    <a
      className={classOf(item, shared)}
      href={paths.event(shared.locale, slug)}
      data-key={`event-${id}`}
      data-traits={traitsOf(item)}
      data-state={isCancelled ? 'cancelled' : phase}
      {...attributesOf(shared)}
    >
      {!fixed && !shared.place?.isLine && <Time at={startAt} as={form} reader={shared.reader} />}
      {shared.isHyped && <span className="bolt cal-chip-bolt" />}
      <span className="cal-chip-name">{name}</span>
      {said && <span className="visually-hidden">{said}</span>}
      {!shared.place && (
        <span className="cal-chip-note">
          {platforms[item.platform].name + separator + item.account}
        </span>
      )}
      {overlap !== undefined && <OverlapMark name={overlap} />}
    </a>
  )
}

function OverlapMark({ name }: { name: string }) {
  const text = m.calendar_overlap({ name })
  return (
    <span className="cal-overlap" title={text}>
      <span>{text}</span>
    </span>
  )
}

type GroupProps = Shared & { entry: GridEntry; onOpen: (entry: GridEntry) => void }

/** A group's events of one day, or of successive days. */
export function GroupChip({ entry, onOpen, ...shared }: GroupProps) {
  const { group, items } = entry
  const [first] = items
  if (!group || !first) return null

  function open(event: MouseEvent): void {
    if (hasModifierKey(event)) return
    event.preventDefault()
    onOpen(entry)
  }

  return (
    <a
      className={`${classOf(first, shared)} cal-chip-group`}
      href={paths.group(shared.locale, group.slug)}
      data-key={entry.key}
      onClick={open}
      {...attributesOf(shared)}
    >
      {!first.fixed && !shared.place?.isLine && (
        <Time at={first.startAt} as="time" reader={shared.reader} />
      )}
      <Icon name="group" size={14} />
      <span className="cal-chip-name">{group.name}</span>
      {items.length > 1 && (
        <span className="cal-chip-count figures">
          {eventCountText(items.length, shared.locale)}
        </span>
      )}
    </a>
  )
}
