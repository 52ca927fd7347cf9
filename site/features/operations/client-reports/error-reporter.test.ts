import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { createErrorReporter } from './error-reporter.ts'

const secret = 'https://hypecal.example/auth/reset-password/s3cret'

function start() {
  const send = vi.fn()
  const reports = createErrorReporter({
    route: '/[...locale]/auth/reset-password/[token]',
    build: 'abc',
    address: () => secret,
    send,
  })
  return { ...reports, send }
}

function failing(message: string, stack = ''): Error {
  return Object.assign(new Error(message), { stack })
}

test('an error is told with its route and build', () => {
  const { report, send } = start()
  report(failing('x is undefined', 'Error\n  at f (https://hypecal.example/_astro/a.js:1:2)'))
  expect(send).toHaveBeenCalledExactlyOnceWith({
    message: 'x is undefined',
    stack: 'Error\n  at f (https://hypecal.example/_astro/a.js:1:2)',
    route: '/[...locale]/auth/reset-password/[token]',
    build: 'abc',
  })
})

test('nothing of the address, its query or an e-mail address is told', () => {
  const { report, send } = start()
  report(failing(`ana@example.org at ${secret}`, `at ${secret}:3:4\nat https://a.b/c?q=ana:1:2`))
  const sent = JSON.stringify(send.mock.calls)
  expect(sent).not.toMatch(/s3cret|ana/)
  expect(sent).toContain('[token]:3:4')
})

test('the same is told once, and five things at most', () => {
  const { report, send } = start()
  report('again')
  report('again')
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) report(failing(name))
  expect(send).toHaveBeenCalledTimes(5)
})

test('what the server refused or an extension broke is not told', () => {
  const { report, send } = start()
  report(new ApiError({ status: 403, msg: 'No' }))
  report(failing('oops', 'at chrome-extension://abc/x.js:1:1'))
  report(failing(''))
  expect(send).not.toHaveBeenCalled()
})

test.each([
  ['InvalidStateError', 'Transition was aborted because of invalid state. opt-in disabled'],
  ['AbortError', 'Transition was skipped'],
  ['TimeoutError', 'Transition was aborted because of timeout in DOM update'],
])('a move between pages that the browser gave up (%s) is not reported', (name, message) => {
  const { reportRejection, send } = start()
  reportRejection({ reason: new DOMException(message, name) })
  expect(send).not.toHaveBeenCalled()
  reportRejection({ reason: new DOMException('The transaction was aborted', name) })
  expect(send).toHaveBeenCalledOnce()
})

const nowhere = { error: undefined, filename: '', lineno: 0, colno: 0 }

test('an event without an error is reported by its message, without a stack of our own', () => {
  const { reportEvent, send } = start()
  reportEvent({ ...nowhere, message: 'ResizeObserver loop completed' })
  const expected = { message: 'ResizeObserver loop completed', stack: null }
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(expected))
})

test('an event with a place but no error names the place', () => {
  const { reportEvent, send } = start()
  const message = 'Unexpected token'
  const filename = 'https://hypecal.example/_astro/a.js'
  reportEvent({ error: null, message, filename, lineno: 1, colno: 2 })
  const expected = { message, stack: `at ${filename}:1:2` }
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(expected))
})

test('an error of another site’s script, which is hidden from us, is not reported', () => {
  const { reportEvent, send } = start()
  reportEvent({ ...nowhere, error: null, message: 'Script error.' })
  expect(send).not.toHaveBeenCalled()
})

test('a rejection without a reason is reported as one', () => {
  const { reportRejection, send } = start()
  reportRejection({ reason: undefined })
  const expected = { message: 'Unhandled rejection without a reason' }
  expect(send).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(expected))
})
