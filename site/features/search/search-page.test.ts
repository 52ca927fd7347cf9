import { expect, test } from 'vitest'
import { readSearchPageQuery } from './search-page.ts'

const read = (query: string) => readSearchPageQuery(new URLSearchParams(query))

test('the text is trimmed and one type may be asked for', () => {
  expect(read('q=%20ze%20%20vent%20&types=game')).toEqual({
    text: 'ze vent',
    type: 'game',
    limit: 60,
    isTooLong: false,
  })
})

test('without a type it is all of them, a few of each', () => {
  expect(read('q=zevent&types=articles')).toMatchObject({ type: undefined, limit: 8 })
})

test('a text too long is said to be, and not searched for', () => {
  expect(read(`q=${'a'.repeat(10_000)}`)).toMatchObject({ text: '', isTooLong: true })
  expect(read(`q=${'a'.repeat(200)}`)).toMatchObject({ text: 'a'.repeat(200), isTooLong: false })
})

test('what no text may hold is no search', () => {
  expect(read('q=%00%01')).toMatchObject({ text: '', isTooLong: false })
})
