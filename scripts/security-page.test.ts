import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('docs/security.md', 'utf8')
const evidence = page.slice(page.indexOf('## Abuse'))

/** The cells of the rows of all tables whose first cell begins so. */
function rowsOf(text: string, first: RegExp): string[][] {
  const rows = text.split('\n').filter((line) => line.startsWith('| '))
  const cellsOf = (row: string) => row.split('|').map((cell) => cell.trim())
  return rows.map((row) => cellsOf(row).slice(1, -1)).filter(([one = '']) => first.test(one))
}

/** Files without a folder are tests of the API or of the built worker. */
function fileOf(name: string): string {
  if (name.includes('/')) return name
  const api = `tests/api/${name}.test.ts`
  return existsSync(api) ? api : `tests/integration/${name}.test.ts`
}

/** `1.2.3–1.2.5, 1.3.1` are four. */
function requirementsOf(cell = ''): string[] {
  return [...cell.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(
    ([, section, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
        [section, Number(from) + index].join('.'),
      ),
  )
}

test('docs/security.md names no test that does not exist', () => {
  const named = evidence.split('\n').flatMap((line) => {
    const spans = [...line.matchAll(/`([^`]+) › ([^`]+)`/g)]
    // `…` is the file before.
    return spans.map(([, file = '', name = ''], index) => ({
      file: fileOf(file === '…' ? (spans[index - 1]?.[1] ?? '') : file),
      name,
    }))
  })
  const missing = named.filter(({ file, name }) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8').replaceAll(`\\'`, `'`) : ''
    return !["'", '"', '`'].some((quote) => text.includes(quote + name + quote))
  })
  expect(named.length).toBeGreaterThan(200)
  expect(missing).toEqual([])
})

test('docs/security.md names no file that does not exist', () => {
  const paths = [...page.matchAll(/`((?:worker|site|local|scripts|tests)\/[\w./-]+\.\w+)[` ]/g)]
  const [abuse = ''] = evidence.split('## Required documentation')
  const cells = rowsOf(abuse, /^[A-Z]/).map(([, , tests = '']) => tests)
  const tests = cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)])
  const files = [...paths, ...tests].map(([, name = '']) => fileOf(name))
  expect([files.length > 50, files.filter((file) => !existsSync(file))]).toEqual([true, []])
})

test('docs/security.md has a reason for each requirement that is not met', () => {
  const [gaps = '', tables = ''] = page.split('## Required documentation')
  const given = rowsOf(gaps, /^\d/).flatMap(([cell]) => requirementsOf(cell))
  const open = rowsOf(tables, /^\d/).filter(([, met = '']) => ['partly', 'no'].includes(met))
  expect(open.flatMap(([cell]) => requirementsOf(cell)).toSorted()).toEqual(given.toSorted())
})
