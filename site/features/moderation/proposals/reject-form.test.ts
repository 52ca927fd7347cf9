import * as v from 'valibot'
import { expect, test } from 'vitest'
import { emptyRejectValues, RejectForm, parseEventSlug } from './reject-form.ts'

test.each([
  ['https://hypecal.example/events/the-grand-gala', 'the-grand-gala'],
  ['https://hypecal.example/fr/events/the-grand-gala?x=1#when', 'the-grand-gala'],
  ['/es/events/gala-2/', 'gala-2'],
  [' events/gala ', 'gala'],
  ['https://hypecal.example/events/groups/gala', undefined],
  ['https://hypecal.example/games/gala', undefined],
  ['gala', undefined],
])('the address %s names the event %s', (url, slug) => {
  expect(parseEventSlug(url)).toBe(slug)
})

test.each(['', null])('a reason is asked for where none is chosen (%j)', (reason_code) => {
  const { issues } = v.safeParse(RejectForm, { ...emptyRejectValues, reason_code })
  expect(issues?.map(({ message }) => message)).toEqual(['reason_required'])
})
