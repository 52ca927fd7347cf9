import { useEffect, useRef } from 'react'
import { onSession } from '#site/lib/session-events.ts'
import type { Editor } from './editor.store.ts'

/** Ctrl or ⌘ with S saves here, and not the page as a file. */
export function useEditorKeys(onSave: () => void): void {
  const latest = useRef(onSave)
  latest.current = onSave
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** The browser asks before a page is left with something that is not saved. */
export function useLeaveWarning({ $state }: Editor): void {
  useEffect(() => {
    let isEnded = false
    function warn(event: BeforeUnloadEvent): void {
      // What was typed when a session ends is kept until after login.
      if ($state.get().kind !== 'saved' && !isEnded) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    const stop = onSession('ended', () => {
      isEnded = true
    })
    return () => {
      window.removeEventListener('beforeunload', warn)
      stop()
    }
  }, [$state])
}
