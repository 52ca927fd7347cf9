import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chapters, listRequirements, listSecurityTests } from './security-matrix.ts'

const page = readFileSync('docs/security.md', 'utf8')
const [abuses = ''] = page.slice(page.indexOf('## Abuse')).split('## Required documentation')
const tests = listSecurityTests()
const known = chapters.flatMap(({ requirements }) => requirements)

/** Files without a folder are tests of the API or of the built worker. */
function fileOf(name: string): string {
  if (name.includes('/')) return name
  const api = `tests/api/${name}.test.ts`
  return existsSync(api) ? api : `tests/integration/${name}.test.ts`
}

test('each requirement is proved by a test or named in docs/security.md', () => {
  // Examples are in code spans.
  const prose = page.replaceAll(/`[^`]*`/g, '')
  const covered = new Set([
    ...listRequirements(prose),
    ...tests.flatMap(({ requirements }) => requirements),
  ])
  expect(known.filter((requirement) => !covered.has(requirement))).toEqual([])
})

test('no test names a requirement or an abuse that does not exist', () => {
  const numbers = new Set([...abuses.matchAll(/^(\d+)\. /gm)].map(([, number = '']) => number))
  const wrong = tests.filter(
    (one) =>
      !one.requirements.every((requirement) => known.includes(requirement)) ||
      !one.abuses.every((abuse) => numbers.has(abuse)),
  )
  expect(wrong).toEqual([])
})

test('docs/security.md names no file that does not exist', () => {
  const paths = [...page.matchAll(/`((?:worker|site|local|scripts|tests)\/[\w./-]+\.\w+)[` ]/g)]
  const proofs = [...abuses.matchAll(/\((`[^()]+`)\)\./g)].map(([, names]) => names)
  const names = [...proofs.join().matchAll(/`([a-z-]+)`/g)]
  const files = [...paths, ...names].map(([, name = '']) => fileOf(name))
  expect([files.length > 30, files.filter((file) => !existsSync(file))]).toEqual([true, []])
})
