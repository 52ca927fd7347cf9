import { expect, test } from 'vitest'
import { listUnknownJourneys } from '#tests/browser/journeys.ts'

test('a journey that names no test is reported', () => {
  const unknown = listUnknownJourneys([' shell reports.spec.ts a member, by keyboard alone'])
  expect(unknown).not.toContain('reports: by keyboard alone')
  expect(unknown).toContain('reports: answered by mail')
})
