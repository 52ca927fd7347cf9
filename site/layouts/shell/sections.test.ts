import { expect, test } from 'vitest'
import { findAriaCurrent } from './sections.ts'

const all = ['/fr/events', '/fr/events/groups', '/fr/games']
const marked = (pathname: string) =>
  Object.fromEntries(
    all.flatMap((path) => {
      const mark = findAriaCurrent(pathname, path, all)
      return mark ? [[path, mark]] : []
    }),
  )

test('a section is marked on its own page', () => {
  expect(marked('/fr/events')).toEqual({ '/fr/events': 'page' })
})

test('a section is marked on the pages below it', () => {
  expect(marked('/fr/events/zevent')).toEqual({ '/fr/events': 'true' })
})

test('of two sections the nearer is marked', () => {
  expect(marked('/fr/events/groups')).toEqual({ '/fr/events/groups': 'page' })
  expect(marked('/fr/events/groups/gdq')).toEqual({ '/fr/events/groups': 'true' })
})

test('nothing is marked elsewhere, nor where the beginning is only alike', () => {
  expect(marked('/fr')).toEqual({})
  expect(marked('/fr/gamescom')).toEqual({})
})
