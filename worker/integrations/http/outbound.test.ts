import { expect, test } from 'vitest'
import { readOutcome } from './outbound.ts'

const other = { who: 'Discord', gone: [401, 404] }
const answered = (status: number, headers: Record<string, string> = {}) =>
  readOutcome(new Response(null, { status, headers }), other)

test.each([
  [204, 'sent'],
  [301, 'refused'],
  [400, 'refused'],
  [404, 'gone'],
  [410, 'refused'],
  [429, 'wait'],
  [500, 'retry'],
  [502, 'unknown'],
  [504, 'unknown'],
])('an answer of %i is %s', async (status, kind) => {
  expect(await answered(status)).toMatchObject({ kind })
})

test.each([429, 503])('an answer of %i says who gave it, and when to come back', async (status) => {
  expect(await answered(status, { 'Retry-After': '90' })).toMatchObject({
    error: `Discord answered ${status}`,
    afterMs: 90_000,
  })
})

test('what got no answer may have arrived', async () => {
  expect(await readOutcome({ error: 'TimeoutError' }, other)).toEqual({
    kind: 'unknown',
    error: 'TimeoutError',
  })
})
