import { expect, test } from 'vitest'
import { sideOf } from './picture.ts'

test('a large picture is shrunk to 512 pixels', () => {
  expect(sideOf({ x: 10, y: 20, width: 3000, height: 3000 })).toBe(512)
})

test('a small one keeps its size', () => {
  expect(sideOf({ x: 0, y: 0, width: 96.4, height: 96.4 })).toBe(96)
})

test('what was cut has at least one pixel', () => {
  expect(sideOf({ x: 0, y: 0, width: 0.2, height: 0.2 })).toBe(1)
})
