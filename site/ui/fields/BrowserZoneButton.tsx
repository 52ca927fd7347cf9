import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import { m } from '#site/lib/messages.ts'

type Props = { className?: string; onUse: () => void }

/** Stands below the field of a zone, and goes once it is used: focus by keyboard moves to the field. */
export function BrowserZoneButton({ className = '', onUse }: Props) {
  function use({ currentTarget: button }: MouseEvent<HTMLButtonElement>): void {
    const field = button.matches(':focus-visible') ? button.previousElementSibling : null
    // The field begins anew with the other zone.
    flushSync(onUse)
    field?.querySelector('input')?.focus()
  }

  return (
    <button type="button" className={`button button-small ${className}`} onClick={use}>
      {m.settings_browser_zone()}
    </button>
  )
}
