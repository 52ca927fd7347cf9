import { DatabaseError } from '#worker/db/errors.ts'
import { expect, test } from 'vitest'
import { toAppError } from './failure.ts'

test.each([
  'SQLITE_FULL',
  'SQLITE_READONLY',
  'SQLITE_READONLY_DBMOVED',
  'SQLITE_IOERR_WRITE',
  'SQLITE_CANTOPEN',
  'SQLITE_BUSY',
  'HRANA_WEBSOCKET_ERROR',
])('%s is no fault of the request: it may be sent again', (code) => {
  const error = new DatabaseError('database or disk is full', code)
  for (const thrown of [error, new Error('a batch', { cause: error })]) {
    const { status, code: said, headers } = toAppError(thrown)
    expect([status, said]).toEqual([503, 'database_unavailable'])
    expect(headers).toEqual({ 'Retry-After': '5' })
  }
})

test('a statement that is wrong is', () => {
  expect(toAppError(new DatabaseError('no such column', 'SQLITE_ERROR')).status).toBe(500)
})
