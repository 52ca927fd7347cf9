import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLog, describeError, redactPath } from './log.ts'

afterEach(() => vi.restoreAllMocks())

test('an event is one line of JSON that names its level, its origin and its request', () => {
  const write = vi.spyOn(console, 'warn').mockReturnValue()
  createLog({ origin: 'cron', request: 'run-1' })({ event: 'quota_spent', platform: 'youtube' })
  expect(write.mock.calls).toEqual([[expect.any(String)]])
  expect(JSON.parse(String(write.mock.calls[0]?.[0]))).toEqual({
    level: 'warn',
    origin: 'cron',
    request: 'run-1',
    event: 'quota_spent',
    platform: 'youtube',
  })
})

describe('a described error', () => {
  const personal = 'jo.doe@mail.example'
  const token = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6'

  test.each([
    new Error(`refused ${personal} from 192.0.2.44`),
    new TypeError(`no such token: ${token}`),
    `${personal} is not wanted`,
  ])('%s holds no mail address, network address or key', (error) => {
    const text = JSON.stringify(describeError(error))
    for (const known of [personal, '192.0.2.44', token]) expect(text).not.toContain(known)
  })

  test('holds what failed and where', () => {
    const { error, stack } = describeError(new RangeError('too far'))
    expect(error).toBe('RangeError: too far')
    expect(stack?.[0]).toContain('log.test')
  })
})

test.each([
  ['/unsubscribe/1-reminder-c2ln', '/unsubscribe/…'],
  ['/fr/auth/reset-password/abc', '/fr/auth/reset-password/…'],
  ['/feeds/me/abc.ics', '/feeds/me/…'],
  ['/api/v1/events/7', '/api/v1/events/7'],
  ['/api/v1/x/jo.doe@mail.example', '[mail]'],
])('the path %s is written as %s', (path, written) => {
  expect(redactPath(path)).toBe(written)
})
