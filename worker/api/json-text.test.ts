import { expect, test } from 'vitest'
import { freezeDeeply } from '#worker/contracts/memo.ts'
import { toJsonText } from './json-text.ts'

const frozen = freezeDeeply({ name: 'a "name"', parts: [1, { two: null }], left: undefined })

test.each<object>([
  {},
  [],
  [frozen, 1],
  { items: [] },
  { items: [frozen, { ...frozen }, frozen], next_cursor: null, 'odd "name"': 1, left: undefined },
  { items: [1, 'text', null, undefined, [frozen], true], nested: { items: [frozen] } },
  { at: new Date(0), dates: [new Date(0)] },
])('%j is written as by JSON.stringify', (answer) => {
  expect(toJsonText(answer)).toBe(JSON.stringify(answer))
  expect(toJsonText(answer)).toBe(JSON.stringify(answer))
})

test('what may change is written as it is', () => {
  const item = { count: 1 }
  expect(toJsonText({ items: [item] })).toBe('{"items":[{"count":1}]}')
  item.count = 2
  expect(toJsonText({ items: [item] })).toBe('{"items":[{"count":2}]}')
})
