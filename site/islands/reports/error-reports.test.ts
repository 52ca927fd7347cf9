import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { createErrorReports } from './error-reports.ts'

const secret = 'https://hypecal.example/auth/reset-password/s3cret'

function start() {
  const send = vi.fn()
  const { report } = createErrorReports({
    route: '/[...locale]/auth/reset-password/[token]',
    build: 'abc',
    address: () => secret,
    send,
  })
  return { report, send }
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
  const told = JSON.stringify(send.mock.calls)
  expect(told).not.toMatch(/s3cret|ana/)
  expect(told).toContain('[token]:3:4')
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
