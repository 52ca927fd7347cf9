import { m } from '#site/lib/messages.ts'
import { createButton, createElement } from '../create-element.ts'
import { createToastsStore, type Toast, type ToastOptions } from './toast.store.ts'

const removers = new Map<number, () => void>()
const toasts = createToastsStore({
  onShow: (toast) => void removers.set(toast.id, mountToast(createToastElement(toast))),
  onClose: (id) => {
    removers.get(id)?.()
    removers.delete(id)
  },
})

/** Screen readers hear a live region only when it stood in the page before its text came. */
function createToastRegion(): HTMLElement {
  const region = createElement('div', { className: 'toasts', role: 'status' })
  document.body.append(region)
  return region
}

const liveRegion = createToastRegion()

/** Above an open modal dialog, which hides what lies outside it. */
function placeToastRegion(): HTMLElement {
  const dialog = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1)
  const home = dialog ?? document.body
  if (liveRegion.parentElement !== home) home.append(liveRegion)
  return liveRegion
}

/** Height of the cookie notice, which may come while a toast is shown. */
const noticeSize = new ResizeObserver(([notice]) => {
  const top = notice?.target.getBoundingClientRect().top ?? innerHeight
  document.documentElement.style.setProperty('--consent-top', `${innerHeight - top}px`)
})

/** While something is shown: a dialog may open over it, or close with it inside. */
const dialogs = new MutationObserver(() => void placeToastRegion())

/** Returns what removes it. */
export function mountToast(element: HTMLElement): () => void {
  const notice = document.querySelector('.consent')
  if (notice) noticeSize.observe(notice)
  placeToastRegion().append(element)
  dialogs.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] })
  return () => {
    element.remove()
    if (liveRegion.childElementCount === 0) dialogs.disconnect()
  }
}

export function pauseOnInteraction(
  element: HTMLElement,
  pause: () => void,
  resume: () => void,
): void {
  const goOn = () => {
    if (!element.matches(':hover, :focus-within')) resume()
  }
  element.addEventListener('pointerenter', pause)
  element.addEventListener('pointerleave', goOn)
  element.addEventListener('focusin', pause)
  // While it leaves, the focus is still within.
  element.addEventListener('focusout', () => queueMicrotask(goOn))
}

function createSelectedField(ariaLabel: string, value: string): HTMLElement {
  const field = createElement('input', { className: 'input', readOnly: true, ariaLabel, value })
  // Once it is in the page and the toast counts its time.
  queueMicrotask(() => {
    field.focus()
    field.select()
  })
  return field
}

function createToastElement({ id, text, kind, action, field }: Toast): HTMLElement {
  const close = createButton('', '✕', () => toasts.close(id))
  close.ariaLabel = m.close()
  const element = createElement(
    'div',
    { className: `toast toast-${kind}` },
    createElement('p', {}, text, field !== undefined && createSelectedField(text, field)),
    action &&
      createButton('', action.label, () => {
        action.run()
        toasts.close(id)
      }),
    close,
  )
  pauseOnInteraction(
    element,
    () => toasts.pause(id),
    () => toasts.resume(id),
  )
  return element
}

export function showLoadedToast(text: string, options?: ToastOptions): void {
  toasts.show(text, options)
}

export function closeLoadedToastAbout(subject: string): void {
  toasts.closeAbout(subject)
}
