import { expect, test } from 'vitest'
import { sizeWithin } from './picture.ts'

const bounds = { width: 1280, height: 1280 }

test.each([
  ['a wide picture', { width: 4000, height: 1000 }, { width: 1280, height: 320 }],
  ['a tall picture', { width: 1000, height: 4000 }, { width: 320, height: 1280 }],
])('%s is shrunk and keeps its shape', (_, size, shrunk) => {
  expect(sizeWithin(size, bounds)).toEqual(shrunk)
})

test('a small one keeps its size', () => {
  expect(sizeWithin({ width: 96.4, height: 96.4 }, bounds)).toEqual({ width: 96, height: 96 })
})

test('what was cut has at least one pixel', () => {
  expect(sizeWithin({ width: 0.2, height: 5000 }, bounds)).toEqual({ width: 1, height: 1280 })
})
