import { expect, test } from 'vitest'
import { dayLink } from './day-link.ts'

const saturday = { range: 'day', day: '2026-11-28' } as const

test('tonight and a day lead to their lists, in the zone that they are of', () => {
  const paris = { tag: 'en-GB', timeZone: 'Europe/Paris' }
  expect(dayLink({ range: 'tonight', day: '2026-11-23' }, 'en', paris)).toEqual({
    label: 'Events tonight',
    href: '/events?range=tonight&tz=Europe%2FParis',
  })
  expect(dayLink(saturday, 'en', paris)).toEqual({
    label: 'Events on Saturday 28 November',
    href: '/events?from=2026-11-28&to=2026-11-28&tz=Europe%2FParis',
  })
  expect(dayLink(saturday, 'es', { tag: 'es-ES', timeZone: 'UTC' }).href).toBe(
    '/es/events?from=2026-11-28&to=2026-11-28',
  )
})
