import { useEffect, useRef, type MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { Markup } from '#site/ui/Markup.tsx'
import type { CalendarStore } from './calendar.store.ts'
import { openedEventList } from './opened-list.ts'

export function DayDialog({ calendar }: { calendar: CalendarStore }) {
  const opened = calendar.$opened.get()
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
      onClose={() => calendar.$opened.set(undefined)}
    >
      <header role="none">
        <h2 id="calendar-day-title">{opened.title}</h2>
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label={m.close()}
          onClick={() => dialog.current?.close()}
        >
          <Markup html={islandIcon('close')} />
        </button>
      </header>
      <Markup as="div" html={openedEventList(calendar, opened)} />
      {opened.groupSlug !== undefined && (
        <footer role="none">
          <a className="button" href={paths.group(calendar.locale, opened.groupSlug)}>
            {m.calendar_group_page()}
          </a>
        </footer>
      )}
    </dialog>
  )
}
