import { expect, test } from 'vitest'
import { findRetiredNames } from './retired-names.ts'

test.each([
  ['const verdictOf = 1', ['verdictOf is called nextDeliveryState']],
  ['knock(door)', ['knock is called recordAttempt']],
  ['const knocked = isDoor', []],
])('%s: %j', (text, problems) => {
  expect(findRetiredNames(text)).toEqual(problems)
})
