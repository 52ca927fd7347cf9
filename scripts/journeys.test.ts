import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { journeyPattern, journeysOfFiles } from '#tests/browser/journeys.ts'

const run = promisify(execFile)

test('each title among the journeys names a browser test', { timeout: 30_000 }, async () => {
  const { stdout } = await run('playwright', ['test', '--list'], {
    env: { ...process.env, JOURNEYS: '' },
  })
  const listed = stdout.split('\n')
  const unknown = Object.entries(journeysOfFiles).flatMap(([file, titles]) =>
    titles
      .split('|')
      .map((title) => new RegExp(journeyPattern(file, title)))
      .filter((pattern) => !listed.some((line) => pattern.test(line)))
      .map(String),
  )
  expect(listed.length).toBeGreaterThan(Object.keys(journeysOfFiles).length)
  expect(unknown).toEqual([])
})
