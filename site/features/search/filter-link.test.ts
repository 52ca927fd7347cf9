import { expect, test } from 'vitest'
import { buildFilterLink } from './filter-link.ts'

const saturday = { range: 'day', day: '2026-11-28' } as const

test('tonight, a day and a category lead to their lists, in the zone that they are of', () => {
  const paris = { tag: 'en-GB', timeZone: 'Europe/Paris' }
  const tonight = { range: 'tonight', day: '2026-11-23' } as const
  expect(buildFilterLink({ when: tonight, category: null }, 'en', paris)).toEqual({
    label: 'Events tonight',
    href: '/events?range=tonight&tz=Europe%2FParis',
  })
  expect(buildFilterLink({ when: saturday, category: null }, 'en', paris)).toEqual({
    label: 'Events on Saturday 28 November',
    href: '/events?from=2026-11-28&to=2026-11-28&tz=Europe%2FParis',
  })
  const utc = { tag: 'es-ES', timeZone: 'UTC' }
  expect(buildFilterLink({ when: saturday, category: null }, 'es', utc)?.href).toBe(
    '/es/events?from=2026-11-28&to=2026-11-28',
  )
  expect(buildFilterLink({ when: null, category: 'charity' }, 'en', paris)).toEqual({
    label: 'Events: Charity',
    href: '/events?category=charity',
  })
  expect(buildFilterLink({ when: tonight, category: 'charity' }, 'en', paris)?.href).toBe(
    '/events?category=charity&range=tonight&tz=Europe%2FParis',
  )
  expect(buildFilterLink({ when: null, category: null }, 'en', paris)).toBeUndefined()
})
