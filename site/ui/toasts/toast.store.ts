import { createCountdowns } from '#site/lib/countdowns.ts'

export type ToastAction = { label: string; run: () => void }
export type ToastKind = 'info' | 'success' | 'error'
export type Toast = {
  id: number
  text: string
  kind: ToastKind
  action?: ToastAction | undefined
  field?: string | undefined
}
export type ToastOptions = {
  kind?: ToastKind
  action?: ToastAction
  /** To be copied by hand. */
  field?: string
  duration?: number
  /** A toast takes the place of an earlier one about the same subject. */
  subject?: string
}

type ToastListener = { onShow: (toast: Toast) => void; onClose: (id: number) => void }

const defaultDuration = 5000

export function createToastsStore({ onShow, onClose }: ToastListener) {
  const { start, pause, resume, end: close } = createCountdowns<number>(onClose)
  const idsBySubject = new Map<string, number>()
  let lastId = 0

  function closeAbout(subject: string): void {
    const id = idsBySubject.get(subject)
    if (id !== undefined) close(id)
  }

  function show(text: string, options: ToastOptions = {}): number {
    const id = ++lastId
    const { subject, kind = 'info', action, field } = options
    if (subject !== undefined) {
      closeAbout(subject)
      idsBySubject.set(subject, id)
    }
    onShow({ id, text, kind, action, field })
    start(id, options.duration ?? defaultDuration)
    return id
  }

  return { show, close, closeAbout, pause, resume }
}
