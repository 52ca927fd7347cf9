import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }

function readManifest(path: string): Manifest & { license?: string } {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest
}

const [own, bench] = ['package.json', 'bench/package.json'].map(readManifest)
const installed = Object.keys({ ...own?.dependencies, ...own?.devDependencies })
const page = readFileSync('docs/dependencies.md', 'utf8')
const [packages = ''] = page.split('## What is written by hand')

/** The cells of each row that names a package. */
const rows = packages
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').slice(1, -1))
  .map((cells) => cells.map((cell) => cell.replaceAll('`', '').trim()))

test('docs/dependencies.md names each dependency once', () => {
  const wanted = [...installed, ...Object.keys(bench?.dependencies ?? {})]
  expect(rows.map(([name]) => name).toSorted()).toEqual(wanted.toSorted())
})

test('each dependency has its job, its size and the licence that it states', () => {
  for (const cells of rows) {
    expect(cells.filter((cell) => cell === '')).toEqual([])
    const [name = ''] = cells
    if (!installed.includes(name)) continue
    const { license = cells.at(-1) } = readManifest(`node_modules/${name}/package.json`)
    expect([name, cells.at(-1)]).toEqual([name, license])
  }
})

test('each dependency has one exact version', () => {
  const versions = { ...own?.dependencies, ...own?.devDependencies, ...bench?.dependencies }
  const loose = Object.entries(versions).filter(
    ([, version]) => !/^(?:npm:[\w/@-]+@)?\d+(\.\d+)+/.test(version),
  )
  expect(loose).toEqual([])
})
