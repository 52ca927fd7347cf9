import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>
}

/** Commands that end with their usage where nothing says on what to work. */
test.each(['backup', 'restore'])(
  'npm run %s starts, and says how to use it',
  (name) => {
    const [, ...args] = (scripts[name] ?? '').split(' ')
    const { stderr, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stdout + stderr).toMatch(new RegExp(`usage: npm run ${name} -- `))
  },
  60_000,
)
