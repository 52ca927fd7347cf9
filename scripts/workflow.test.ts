import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildGate, gates } from './gate-list.ts'

test('the workflow runs every gate of `npm test`, and nothing else', () => {
  const workflow = readFileSync('.github/workflows/ci.yml', 'utf8')
  const scripts = [...workflow.matchAll(/- run: npm run (\S+)/g)].map(([, script]) => script)
  const others = scripts.filter((script) => script !== buildGate.name)
  expect(others.toSorted()).toEqual(gates.map(({ name }) => name).toSorted())
})
