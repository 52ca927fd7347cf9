import { expect, test } from 'vitest'
import { listUnknownJourneys } from '#tests/browser/journeys.ts'

test('a journey that names no test is reported', () => {
  const unknown = listUnknownJourneys([' shell bell.spec.ts counts, lists, marks one read'])
  expect(unknown).not.toContain('bell: counts, lists, marks one')
  expect(unknown).toContain('bell: stands on the event’s page')
})
