import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { autofocusDelayMs, focusFirstField, focusFirstTextField } from './autofocus.ts'

const body = { closest: () => null }
const link = { closest: () => null }
const closeButton = { closest: () => ({}) }
const focused = { activeElement: body as unknown, body }
let isDesktop = true

beforeEach(() => {
  vi.useFakeTimers()
  focused.activeElement = body
  isDesktop = true
  vi.stubGlobal('document', focused)
  vi.stubGlobal('matchMedia', () => ({ matches: isDesktop }))
})
// The next file's modules may load before its first test takes them away.
afterEach(() => void vi.useRealTimers().unstubAllGlobals())

function start(value = '') {
  const focus = vi.fn()
  const stop = focusFirstTextField({
    querySelector: () => ({ value, focus }),
  } as unknown as ParentNode)
  return { focus, stop }
}

test('the first field has the cursor after 100 ms', () => {
  const { focus } = start()
  expect(autofocusDelayMs).toBe(100)
  vi.advanceTimersByTime(99)
  expect(focus).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true })
})

test('so has that of a dialog, which begins on its Close button', () => {
  focused.activeElement = closeButton
  const { focus } = start()
  vi.advanceTimersByTime(100)
  expect(focus).toHaveBeenCalledOnce()
})

test('focus is not taken from where the person is, or has gone meanwhile', () => {
  focused.activeElement = link
  const already = start()
  vi.advanceTimersByTime(100)
  focused.activeElement = body
  const meanwhile = start()
  focused.activeElement = link
  vi.advanceTimersByTime(100)
  expect([already.focus.mock.calls, meanwhile.focus.mock.calls]).toEqual([[], []])
})

test.each([
  ['where something was typed', () => start('ana')],
  [
    'on a touch screen',
    () => {
      isDesktop = false
      return start()
    },
  ],
  [
    'where the form is gone by then',
    () => {
      const form = start()
      form.stop()
      return form
    },
  ],
])('the cursor stays away %s', (_, begin) => {
  const { focus } = begin()
  vi.advanceTimersByTime(100)
  expect(focus).not.toHaveBeenCalled()
})

type Field = { takesText: boolean; isDisabled?: boolean }

/** Which field of a dialog has the focus when it opens. */
function firstFocus(...fields: Field[]): number {
  const focus = vi.fn()
  const elements = fields.map(({ takesText, isDisabled = false }, index) => ({
    matches: (selector: string) => (selector === ':disabled' ? isDisabled : takesText),
    focus: () => void focus(index),
  }))
  focusFirstField({ querySelectorAll: () => elements } as unknown as HTMLDialogElement)
  return (focus.mock.calls[0]?.[0] as number | undefined) ?? -1
}

test('a dialog starts in its first field; on a touch screen only where that takes no text', () => {
  const [text, choice] = [{ takesText: true }, { takesText: false }]
  expect(firstFocus(text, choice)).toBe(0)
  expect(firstFocus({ ...text, isDisabled: true }, choice)).toBe(1)
  isDesktop = false
  expect(firstFocus(text, choice)).toBe(-1)
  expect(firstFocus(choice, text)).toBe(0)
})
