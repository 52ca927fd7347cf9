import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  className?: string
}

/** A modal: the browser keeps focus inside, Escape closes, and focus goes back where it was. */
export function Dialog({ title, onClose, children, className = '' }: Props) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Closing before React removes it is what hands focus back.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="button button-quiet button-small" onClick={onClose}>
          {m.close()}
        </button>
      </header>
      {children}
    </dialog>
  )
}
