import { expect, test } from 'vitest'
import { readOutcome } from './outbound.ts'

const other = { who: 'Discord', gone: [401, 404] }
const answered = (status: number, headers: Record<string, string> = {}) =>
  readOutcome(new Response(null, { status, headers }), other)

test.each([
  [204, 'sent', undefined],
  [301, 'refused', 'rejected'],
  [400, 'refused', 'rejected'],
  [404, 'gone', 'recipient_gone'],
  [410, 'refused', 'rejected'],
  [429, 'wait', 'rate_limited'],
  [500, 'retry', 'service_failed'],
  [502, 'unknown', 'no_answer'],
  [504, 'unknown', 'no_answer'],
])('an answer of %i is %s', async (status, kind, reason) => {
  expect(await answered(status)).toMatchObject({ kind, ...(reason ? { reason } : {}) })
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
    reason: 'no_answer',
    error: 'TimeoutError',
  })
})
