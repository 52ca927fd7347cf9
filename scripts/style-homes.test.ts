import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findClassesInSeveralSheets } from './style-homes.ts'

const card = '@layer features { .card { color: red; &:hover { color: blue; } } }'

function besideCard(path: string, css: string): [string, string][] {
  return [
    ['card.css', card],
    [path, css],
  ]
}

test('a class with rules of its own in two style sheets is found', () => {
  const others = {
    'a.css': '.card { margin: 0 }',
    'b.css': '@media (width > 1px) { p.card:not(:last-child) { margin: 0 } }',
    'c.css': '.list, .card { &:focus { margin: 0 } }',
  }
  for (const [path, css] of Object.entries(others)) {
    const found = findClassesInSeveralSheets(besideCard(path, css))
    expect(found).toEqual({ card: [path, 'card.css'].toSorted() })
  }
})

test('a class that another style sheet styles where something holds it is found', () => {
  const others = {
    'a.css': '.list .card { margin: 0 }',
    'b.css': '.list { & > .card:not(.wide):first-child { margin: 0 } }',
    'd.css': '.list > :is(.card, li:nth-child(2n + 1)) { margin: 0 }',
    'e.css': '.list:has(> .item) + .card { margin: 0 }',
    'f.css': '.list .card[aria-busy] { margin: 0 }',
  }
  for (const [path, css] of Object.entries(others)) {
    const found = findClassesInSeveralSheets(besideCard(path, css))
    expect(found, path).toEqual({ card: [path, 'card.css'].toSorted() })
  }
})

test('so is a class without rules of its own that two style sheets place', () => {
  const sheets: [string, string][] = [
    ['list.css', '.list .item { margin: 0 }'],
    ['table.css', '.table .item { margin: 0 }'],
  ]
  expect(findClassesInSeveralSheets(sheets)).toEqual({ item: ['list.css', 'table.css'] })
})

test('a style sheet may place its own classes, name others and continue in one beside it', () => {
  const sheets: [string, string][] = [
    ['card.css', '.card { color: red } .card > .badge { margin: 0 }'],
    ['card-print.css', '@media print { .card { color: black } .list .card { color: gray } }'],
    ['list.css', '.list { --card-gap: 0; & > li { margin: 0 } & > .list-card { padding: 0 } }'],
    ['hero.css', '/* .a .card { margin: 0 } */ .hero.card { gap: 0 } .hero:has(.card) { gap: 0 }'],
    ['empty.css', '.card { & p { margin: 0 } } .card:not(.list .badge) > a { margin: 0 }'],
  ]
  expect(findClassesInSeveralSheets(sheets)).toEqual({})
})

test('a mode of the whole page has sheets of its own, which hold nothing else', () => {
  const modes = [
    '@media print { .card { display: none } .card > .badge { border: 1px solid } }',
    '@media (forced-colors: active) { .card { outline: 1px solid } .card > .badge { color: red } }',
    '@media (max-height: 30rem) { .card { position: static } }',
    "html[data-density='compact'] { & .card { padding: 0; & > b { margin: 0 } } --gap: 0 }",
  ]
  for (const css of modes) {
    const sheets: [string, string][] = [
      ['card.css', '.card { color: red }'],
      ['mode.css', css],
    ]
    expect(findClassesInSeveralSheets(sheets)).toEqual({})
    const [path, beside] = ['mode.css', `${css} @media (width > 1px) { .card { margin: 0 } }`]
    expect(
      findClassesInSeveralSheets([
        ['card.css', '.card { color: red }'],
        [path, beside],
      ]),
    ).toEqual({ card: ['card.css', 'mode.css'] })
  }
})

/** Classes that a second style sheet places all the same, each with the reason. */
const exceptions: Record<string, string> = {
  'table-scroll': 'Markdown writes this box around each table; in prose it is framed',
}

test('each class of the site has one home', () => {
  const paths = globSync('site/**/*.css')
  const sheets = paths.map((path): [string, string] => [path, readFileSync(path, 'utf8')])
  const { ...found } = findClassesInSeveralSheets(sheets)
  expect(Object.keys(found)).toEqual(expect.arrayContaining(Object.keys(exceptions)))
  for (const name of Object.keys(exceptions)) delete found[name]
  expect(found).toEqual({})
})
