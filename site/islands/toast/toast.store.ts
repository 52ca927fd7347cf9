export type ToastAction = { label: string; run: () => void }
export type ToastKind = 'info' | 'success' | 'error'
export type Toast = { id: number; text: string; kind: ToastKind; action?: ToastAction | undefined }
export type ToastOptions = { kind?: ToastKind; action?: ToastAction; duration?: number }

type Listener = { onShow: (toast: Toast) => void; onClose: (id: number) => void }

const defaultDuration = 5000

/** Who is shown and for how long; knows nothing of the page. */
export function createToasts({ onShow, onClose }: Listener) {
  const running = new Map<
    number,
    { timer?: ReturnType<typeof setTimeout>; left: number; since: number }
  >()
  let lastId = 0

  function resume(id: number): void {
    const one = running.get(id)
    if (!one || one.timer !== undefined) return
    one.since = Date.now()
    one.timer = setTimeout(() => close(id), one.left)
  }

  /** While a pointer or the focus is on it. */
  function pause(id: number): void {
    const one = running.get(id)
    if (one?.timer === undefined) return
    clearTimeout(one.timer)
    one.timer = undefined
    one.left -= Date.now() - one.since
  }

  function close(id: number): void {
    const one = running.get(id)
    if (!one) return
    clearTimeout(one.timer)
    running.delete(id)
    onClose(id)
  }

  function show(text: string, options: ToastOptions = {}): number {
    const id = ++lastId
    running.set(id, { left: options.duration ?? defaultDuration, since: Date.now() })
    onShow({ id, text, kind: options.kind ?? 'info', action: options.action })
    resume(id)
    return id
  }

  return { show, close, pause, resume }
}
