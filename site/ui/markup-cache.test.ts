import { expect, it } from 'vitest'
import { html } from './html.ts'
import { createMarkupCache } from './markup-cache.ts'

it('writes markup once for each key', () => {
  let count = 0
  const cached = createMarkupCache(2)
  const write = (key: string) => String(cached(key, () => html`${key} ${(count += 1)}`))
  expect([write('a'), write('a'), write('b'), write('a')]).toEqual(['a 1', 'a 1', 'b 2', 'a 1'])
})

it('keeps no more than its limit', () => {
  let count = 0
  const cached = createMarkupCache(2)
  const write = (key: string) => String(cached(key, () => html`${(count += 1)}`))
  expect(['a', 'b', 'c', 'c', 'a'].map(write)).toEqual(['1', '2', '3', '3', '4'])
})
