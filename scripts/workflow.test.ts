import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildGate, gates, nightlyParts, type Gate } from './gate-list.ts'

const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')

function namesOf(list: readonly Gate[]): string[] {
  return list.map(({ name }) => name).toSorted()
}

test('the workflow runs every gate of `npm test`, and nothing else', () => {
  const scripts = [...workflow.matchAll(/- run: npm run ([\w:]+)$/gm)].map(([, script]) => script)
  const others = scripts.filter((script) => script !== buildGate.name)
  expect(others.toSorted()).toEqual(namesOf(gates))
})

test('the workflow runs every part of `npm run nightly`, each in a job of its own', () => {
  const parts = /part: \[(.+)\]/.exec(workflow)?.[1]?.split(', ')
  expect(parts?.map((part) => part.replaceAll("'", '')).toSorted()).toEqual(namesOf(nightlyParts))
})
