import { execFileSync } from 'node:child_process'
import { runCommand } from './run-command.ts'

/** Checks what differs from the last commit, for while one works; `npm test` checks everything. */

type Check = { name: string; command: string; args: string[] }

const simultaneous = 2

function pathsOf(...args: string[]): string[] {
  return execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean)
}

function listChecks(changed: string[]): Check[] {
  const code = changed.filter((path) => /\.(?:ts|tsx|js|mjs|astro)$/.test(path))
  const compiled = code.filter((path) => !path.endsWith('.astro'))
  const related = ['related', '--run', '--reporter', 'dot', '--passWithNoTests']
  const checks = [
    { name: 'types', files: compiled, command: 'npm', args: ['run', '--silent', 'types:code'] },
    { name: 'unit tests', files: code, command: 'vitest', args: [...related, '--project', 'unit'] },
    { name: 'promises', files: compiled, command: 'oxlint', args: [] },
    { name: 'lint', files: code, command: 'eslint', args: ['--max-warnings', '0'] },
    { name: 'format', files: changed, command: 'prettier', args: ['--check', '--ignore-unknown'] },
  ]
  return checks
    .filter(({ files }) => files.length > 0)
    .map(({ name, files, command, args }) => {
      return { name, command, args: command === 'npm' ? args : [...args, ...files] }
    })
}

async function runCheck({ name, command, args }: Check): Promise<void> {
  const start = performance.now()
  const { hasPassed, output } = await runCommand(command, args)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${hasPassed ? '✓' : '✗'} ${name.padEnd(10)} ${seconds} s`)
  if (hasPassed) return
  console.log(output.trim())
  process.exitCode = 1
}

async function runInTurn(queue: Check[]): Promise<void> {
  for (let check = queue.shift(); check; check = queue.shift()) await runCheck(check)
}

const changed = [
  ...pathsOf('diff', '--name-only', '--diff-filter=d', 'HEAD'),
  ...pathsOf('ls-files', '--others', '--exclude-standard'),
]
if (changed.length === 0) console.log('nothing differs from the last commit')
const queue = listChecks(changed)
await Promise.all(Array.from({ length: simultaneous }, () => runInTurn(queue)))
