import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeNextDigestAt } from './digest-schedule.ts'
import { toLocalDateTime } from './local-time.ts'

const at = (text: string) => Date.parse(text)

describe('the next digest', () => {
  test.each([
    ['later today', 'daily', '2027-01-11T06:59:59Z', '2027-01-11T07:00:00Z'],
    ['tomorrow, once today’s is due', 'daily', '2027-01-11T07:00:00Z', '2027-01-12T07:00:00Z'],
    [
      'by summer time after the clocks change',
      'daily',
      '2027-03-27T12:00:00Z',
      '2027-03-28T06:00:00Z',
    ],
    [
      'by winter time after the clocks change',
      'daily',
      '2027-10-30T12:00:00Z',
      '2027-10-31T07:00:00Z',
    ],
    ['this Monday', 'weekly', '2027-01-11T06:00:00Z', '2027-01-11T07:00:00Z'],
    ['next Monday', 'weekly', '2027-01-11T07:00:00Z', '2027-01-18T07:00:00Z'],
    ['the coming Monday', 'weekly', '2027-01-13T12:00:00Z', '2027-01-18T07:00:00Z'],
  ] as const)('comes %s', (_, digest, now, next) => {
    expect(computeNextDigestAt(digest, 'Europe/Paris', at(now))).toBe(at(next))
  })

  test('does not come where there is none', () => {
    expect(computeNextDigestAt('off', 'Europe/Paris', at('2027-01-11T06:00:00Z'))).toBeNull()
  })

  test('comes at eight by every clock, within a day or a week and an hour', () => {
    const zones = ['Europe/Paris', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati']
    fc.assert(
      fc.property(
        fc.constantFrom('daily' as const, 'weekly' as const),
        fc.constantFrom(...zones, 'No/Where'),
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2029-01-01T00:00:00Z') }),
        (digest, zone, now) => {
          const next = computeNextDigestAt(digest, zone, now)!
          const clock = toLocalDateTime(next, zone)
          expect([clock.hour, clock.minute, clock.second]).toEqual([8, 0, 0])
          if (digest === 'weekly') expect(clock.dayOfWeek).toBe(1)
          const days = digest === 'weekly' ? 7 : 1
          expect(next - now).toBeGreaterThan(0)
          expect(next - now).toBeLessThanOrEqual((days * 24 + 1) * 3_600_000)
        },
      ),
      { numRuns: 500 },
    )
  })
})
