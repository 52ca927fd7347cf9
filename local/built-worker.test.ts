import { expect, test } from 'vitest'
import { isAbandonedRequestMessage } from './built-worker.ts'

const brokenPipe =
  'kj::getCaughtExceptionAsKj() = rust/cxx/kj-rs-io/ffi.rs:176: disconnected: write(): Broken pipe (os error 32)'

test('a browser that left before its answer is distinguished from other trouble', () => {
  expect(isAbandonedRequestMessage(brokenPipe)).toBe(true)
  expect(
    isAbandonedRequestMessage(`${brokenPipe}\nstack: /bin/workerd@58261f3 /bin/workerd@5829de7`),
  ).toBe(true)
  expect(isAbandonedRequestMessage(`${brokenPipe}\nError: no such table: users`)).toBe(false)
  expect(isAbandonedRequestMessage('Error: write(): Broken pipe (os error 32)')).toBe(false)
  expect(isAbandonedRequestMessage('Uncaught TypeError: events is not iterable')).toBe(false)
})
