import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

function git(...args: string[]): string {
  return execFileSync('git', args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

function listMigrations(): { tag: string }[] {
  const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8')) as {
    entries: { tag: string }[]
  }
  return journal.entries
}

/** No build runs on the first migration but the one that came with it. */
export const hasPreviousBuild = listMigrations().length > 1

/**
 * The commit before the newest migration: its build is what still runs while that migration is applied.
 * @throws Error where the history does not reach back to it
 */
function previousCommit(): string {
  const migration = `migrations/${listMigrations().at(-1)?.tag}.sql`
  try {
    if (git('rev-parse', '--is-shallow-repository') === 'true') {
      throw new Error('this clone is shallow: git fetch --unshallow')
    }
    const added = git(
      'log',
      '-1',
      '--first-parent',
      '-m',
      '--diff-filter=A',
      '--format=%H',
      '--',
      migration,
    )
    return git('rev-parse', added ? `${added}^` : 'HEAD')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`the build before ${migration} cannot be tried: ${reason}`, { cause: error })
  }
}

/** The folder of that commit, built; one build serves all runs until the next migration. */
export function buildPrevious(): string {
  const commit = previousCommit()
  const folder = join(tmpdir(), `hypecal-build-${commit.slice(0, 12)}`)
  const marker = join(folder, 'built')
  if (existsSync(marker)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 1 << 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
  // npm finds the Node of the project there.
  execFileSync('npm', ['run', '--silent', 'build'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 240_000,
  })
  writeFileSync(marker, '')
  return folder
}
