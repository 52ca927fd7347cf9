import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { focusFirstField } from './autofocus.ts'
import type { Locale } from '#worker/contracts/locale.ts'

type Props = {
  title: string
  onClose: () => void
  children: ReactNode
  className?: string
  locale?: Locale
  isClosable?: boolean
  /** For dialogs that move the focus to the title when their contents change. */
  hasFocusableTitle?: boolean
}

export function Dialog(props: Props) {
  const { title, onClose, children, className = '', locale, isClosable = true } = props
  const titleTabIndex = props.hasFocusableTitle ? -1 : undefined
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    if (dialog) focusFirstField(dialog)
    // Closing before React removes it is what hands focus back.
    return () => dialog?.close()
  }, [])
  useEffect(() => (isClosable ? undefined : blockEscapeKey()), [isClosable])
  return (
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      lang={locale}
      onCancel={(event) => {
        // React lets it bubble: it may be of a dialog within, which closes by itself.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (isClosable) onClose()
      }}
    >
      <header role="none">
        <h2 id={titleId} tabIndex={titleTabIndex}>
          {title}
        </h2>
        {isClosable && (
          <Button label={m.close({}, { locale })} look="quiet" isSmall onClick={onClose} />
        )}
      </header>
      {children}
    </dialog>
  )
}

/** A second Escape closes a modal even if `cancel` is prevented. */
function blockEscapeKey(): () => void {
  const hold = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.preventDefault()
  }
  document.addEventListener('keydown', hold)
  return () => document.removeEventListener('keydown', hold)
}
