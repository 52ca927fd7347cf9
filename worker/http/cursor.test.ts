import * as v from 'valibot'
import { expect, test } from 'vitest'
import { decodeCursor, encodeCursor } from './cursor.ts'

const keys = [v.string(), v.number()] as const
const ctx = { locale: 'en' } as const

test('a cursor brings back the keys it was made of, whatever letters they have', () => {
  const cursor = encodeCursor(['Pokémon 原神 ✨', 42])
  expect(cursor).toMatch(/^[\w-]+$/)
  expect(decodeCursor(ctx, cursor, keys)).toEqual(['Pokémon 原神 ✨', 42])
})

test('no cursor is the first page', () => {
  expect(decodeCursor(ctx, undefined, keys)).toBeUndefined()
})

test.each(['', 'x', '%%%', encodeCursor([1, 2]), encodeCursor(['a', 1, 2]), encodeCursor([])])(
  'a cursor of another list is refused: %s',
  (cursor) => {
    expect(() => decodeCursor(ctx, cursor, keys)).toThrow(
      expect.objectContaining({ kind: 'invalid' }),
    )
  },
)
