import { expect, test } from 'vitest'
import { fitSize } from './picture.ts'

const bounds = { width: 1280, height: 1280 }

test.each([
  ['a wide picture', { width: 4000, height: 1000 }, { width: 1280, height: 320 }],
  ['a tall picture', { width: 1000, height: 4000 }, { width: 320, height: 1280 }],
])('%s is shrunk and keeps its shape', (_, size, shrunk) => {
  expect(fitSize(size, bounds)).toEqual(shrunk)
})

test('a small one keeps its size', () => {
  expect(fitSize({ width: 96.4, height: 96.4 }, bounds)).toEqual({ width: 96, height: 96 })
})

test('what was cut has at least one pixel', () => {
  expect(fitSize({ width: 0.2, height: 5000 }, bounds)).toEqual({ width: 1, height: 1280 })
})
