import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createToastsStore } from './toast.store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function start() {
  const onShow = vi.fn()
  const onClose = vi.fn()
  return { toasts: createToastsStore({ onShow, onClose }), onShow, onClose }
}

it('closes a toast after five seconds', () => {
  const { toasts, onShow, onClose } = start()
  const id = toasts.show('Saved')
  expect(onShow).toHaveBeenCalledWith({ id, text: 'Saved', kind: 'info', action: undefined })
  vi.advanceTimersByTime(4999)
  expect(onClose).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onClose).toHaveBeenCalledExactlyOnceWith(id)
})

it('waits while someone is on it, then goes on with what was left', () => {
  const { toasts, onClose } = start()
  const id = toasts.show('Saved')
  vi.advanceTimersByTime(3000)
  toasts.pause(id)
  vi.advanceTimersByTime(60_000)
  expect(onClose).not.toHaveBeenCalled()
  toasts.resume(id)
  toasts.resume(id)
  vi.advanceTimersByTime(1999)
  expect(onClose).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onClose).toHaveBeenCalledOnce()
})

it('closes once when asked, and not again later', () => {
  const { toasts, onClose } = start()
  const id = toasts.show('Saved', { duration: 100 })
  toasts.close(id)
  vi.advanceTimersByTime(1000)
  toasts.close(id)
  expect(onClose).toHaveBeenCalledOnce()
})

it('keeps toasts apart', () => {
  const { toasts, onClose } = start()
  const first = toasts.show('One')
  vi.advanceTimersByTime(1000)
  const second = toasts.show('Two', { kind: 'error' })
  toasts.pause(second)
  vi.advanceTimersByTime(4000)
  expect(onClose).toHaveBeenCalledExactlyOnceWith(first)
})

it('takes the place of an earlier one about the same', () => {
  const { toasts, onShow, onClose } = start()
  const first = toasts.show('Approved', { subject: 'proposal 1' })
  const other = toasts.show('Rejected', { subject: 'proposal 2' })
  toasts.show('Approval cancelled', { subject: 'proposal 1' })
  expect(onClose).toHaveBeenCalledExactlyOnceWith(first)
  expect(onShow).toHaveBeenCalledTimes(3)
  expect(onClose).not.toHaveBeenCalledWith(other)
})
