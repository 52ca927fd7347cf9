import { type ReactNode, useEffect, useRef } from 'react'
import { FormProvider, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { onSessionEvent } from '#site/lib/session/session-events.ts'

type Props<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  pane: Pane
  onSave: () => void
  children: ReactNode
}

export function EditorForm<Values extends FieldValues>(props: Props<Values>) {
  const { form, pane, onSave, children } = props
  const isHydrated = useIsHydrated()
  return (
    <FormProvider {...form}>
      <form
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSave()
        }}
      >
        <fieldset className="editor" disabled={!isHydrated} data-pane={pane}>
          {children}
        </fieldset>
      </form>
    </FormProvider>
  )
}

/** A phone shows one of the two. */
export type Pane = 'write' | 'preview'

type PaneTabsProps = { pane: Pane; onPane: (pane: Pane) => void }

export function PaneTabs({ pane, onPane }: PaneTabsProps) {
  return (
    <div className="tabs editor-tabs" role="group" aria-label={m.editor_panes()}>
      {(['write', 'preview'] as const).map((one) => (
        <button key={one} type="button" aria-pressed={one === pane} onClick={() => onPane(one)}>
          {one === 'write' ? m.editor_write() : m.editor_preview()}
        </button>
      ))}
    </div>
  )
}

type ConflictAlertProps = {
  text: string
  at: string
  children: ReactNode
}

export function ConflictAlert({ text, at, children }: ConflictAlertProps) {
  return (
    <div className="notice notice-error editor-conflict" role="alert">
      <p>
        {text} <LocalTime at={at} />
      </p>
      <p>{m.editor_conflict_text()}</p>
      <div className="row">{children}</div>
    </div>
  )
}

export function useLeaveWarning(isUnsaved: () => boolean): void {
  const latest = useRef(isUnsaved)
  latest.current = isUnsaved
  useEffect(() => {
    let isEnded = false
    function warn(event: BeforeUnloadEvent): void {
      // Unsaved text is kept until after login when a session ends.
      if (latest.current() && !isEnded) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const stop = onSessionEvent('ended', () => {
      isEnded = true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [])
}
