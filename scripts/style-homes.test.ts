import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findClassesInSeveralSheets } from './style-homes.ts'

test('a class with rules of its own in two style sheets is found', () => {
  const card = '@layer features { .card { color: red; &:hover { color: blue; } } }'
  const others = {
    'a.css': '.card { margin: 0 }',
    'b.css': '@media print { p.card:not(:last-child) { margin: 0 } }',
    'c.css': '.list, .card { &:focus { margin: 0 } }',
  }
  for (const [path, css] of Object.entries(others)) {
    const sheets: [string, string][] = [
      ['card.css', card],
      [path, css],
    ]
    expect(findClassesInSeveralSheets(sheets)).toEqual({ card: [path, 'card.css'].toSorted() })
  }
})

test('a part may be placed by what holds it, and a sheet be continued in one beside it', () => {
  const sheets: [string, string][] = [
    ['card.css', '.card { color: red } .card > .badge { margin: 0 }'],
    ['card-print.css', '@media print { .card { color: black } }'],
    ['list.css', '.list { & .card { margin: 0 } & > .card:first-child { padding: 0 } }'],
    ['hero.css', '/* .card { margin: 0 } */ .hero.card { margin: 0 } .hero:has(.card) { gap: 0 }'],
    ['empty.css', '.card { & p { margin: 0 } }'],
  ]
  expect(findClassesInSeveralSheets(sheets)).toEqual({})
})

test('each class of the site has one home', () => {
  const paths = globSync('site/**/*.css')
  const sheets = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')])
  expect(findClassesInSeveralSheets(sheets)).toEqual({})
})
