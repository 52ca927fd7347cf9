import { useStore } from '@nanostores/react'
import { m } from '#site/lib/messages.ts'
import { useCalendar } from './calendar-context.ts'

/** How many events of the days shown are muted; until the script counts them, that some are. */
export function MutedEvents() {
  const calendar = useCalendar()
  const isHydrated = useStore(calendar.$screen) !== undefined
  const count = useStore(calendar.$mutedCount)
  const areShown = useStore(calendar.$areMutedShown)
  if (isHydrated && count === 0) return null
  return (
    <p className="muted-note quiet quiet-small" data-counted={isHydrated ? '' : undefined}>
      <span>{noteText(isHydrated ? count : undefined, areShown)}</span>
      <span className="muted-note-acts">
        <button type="button" className="button button-quiet button-small" data-muted-show="">
          {areShown ? m.muted_hide() : m.muted_show()}
        </button>
        <button
          type="button"
          className="button button-quiet button-small"
          data-open-settings="display"
          aria-haspopup="dialog"
        >
          {m.settings_change()}
        </button>
      </span>
    </p>
  )
}

function noteText(count: number | undefined, areShown: boolean): string {
  if (count === undefined) return m.muted_some()
  return areShown ? m.muted_shown({ count }) : m.muted_count({ count })
}
