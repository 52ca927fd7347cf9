import { useStore } from '@nanostores/react'
import { useEffect, useRef, type MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { useCalendar } from './CalendarLink.tsx'
import type { OpenedEvents } from './calendar-state.ts'
import { CalendarChip } from './CalendarChip.tsx'
import { canBeHyped, daysOfItem, type CalendarItem } from './entries.ts'
import { isLong } from './layout.ts'
import { HypeButton } from './HypeButton.tsx'
import { Icon } from './Icon.tsx'

/** A list of events over the page: those of a day or of a group. */
export function DayDialog() {
  const { $opened } = useCalendar()
  const opened = useStore($opened)
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (opened) dialog.current?.showModal()
  }, [opened])
  if (!opened) return null

  function closeFromBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>): void {
    if (target === currentTarget) currentTarget.close()
  }

  return (
    <dialog
      className="dialog cal-dialog"
      aria-labelledby="calendar-day-title"
      ref={dialog}
      onClick={closeFromBackdrop}
      onClose={() => $opened.set(undefined)}
    >
      <header role="none">
        <h2 id="calendar-day-title">{opened.title}</h2>
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label={m.close()}
          onClick={() => dialog.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <OpenedList opened={opened} />
    </dialog>
  )
}

export function OpenedList({ opened: { day, items, groupSlug } }: { opened: OpenedEvents }) {
  const { locale, $reader } = useCalendar()
  const inOrder = items.toSorted(inDayOrder(useStore($reader)))
  return (
    <>
      <ul className="cal-dialog-list">
        {inOrder.map((item) => (
          <li key={item.id}>
            <OpenedChip item={item} day={day} />
            {canBeHyped(item) && <HypeButton item={item} locale={locale} />}
          </li>
        ))}
      </ul>
      {groupSlug !== undefined && (
        <footer role="none">
          <a className="button" href={paths.group(locale, groupSlug)}>
            {m.calendar_group_page()}
          </a>
        </footer>
      )}
    </>
  )
}

function OpenedChip({ item, day }: { item: CalendarItem; day: string | undefined }) {
  const calendar = useCalendar()
  const reader = useStore(calendar.$reader)
  const hyped = useStore(calendar.$hyped)
  const overlaps = useStore(calendar.$overlaps)
  return (
    <CalendarChip
      item={item}
      locale={calendar.locale}
      reader={reader}
      isHyped={hyped.has(item.id)}
      overlap={overlaps.get(item.id)}
      form={daysOfItem(item, reader).firstDay === day ? 'time' : 'when'}
    />
  )
}

/** Long events come last: they would bury those of the day. */
function inDayOrder(reader: TimeContext) {
  const isOfDays = (item: CalendarItem) => Number(isLong(daysOfItem(item, reader)))
  const startOf = ({ fixed, startAt }: CalendarItem) => (fixed ? 0 : startAt)
  return (a: CalendarItem, b: CalendarItem) => isOfDays(a) - isOfDays(b) || startOf(a) - startOf(b)
}
