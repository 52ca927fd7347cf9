import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEnvironment, type LocalEnvironment } from './environment.ts'

const script = new URL('import.ts', import.meta.url).pathname
const dataDir = mkdtempSync(join(tmpdir(), 'hypecal-'))
let environment: LocalEnvironment
beforeAll(async () => void (environment = await startEnvironment({ dataDir })))
afterAll(async () => {
  await environment.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function run(rows: unknown) {
  const file = join(dataDir, 'file.json')
  writeFileSync(file, typeof rows === 'string' ? rows : JSON.stringify(rows, undefined, 1))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
  })
  return { status, stdout, stderr }
}

const chess = { name: 'Chess', genre: 'board game' }

describe('npm run import', { timeout: 60_000 }, () => {
  it('adds to the data of a site that is running', async () => {
    expect(run([chess])).toMatchObject({
      status: 0,
      stdout: 'games: 1 added, 0 updated, 0 unchanged\n',
    })
    const { rows } = await environment.db.$client.execute('select slug from games')
    expect(rows[0]).toMatchObject({ slug: 'chess' })
  })

  it('lists bad rows by line, field and reason and exits with 2', () => {
    const { status, stdout } = run([chess, { genre: 'sport' }])
    expect(status).toBe(2)
    expect(stdout).toContain('0 added, 0 updated, 1 unchanged')
    expect(stdout).toMatch(/1 bad, not imported:\n {2}line 6: name: /)
  })

  it('exits with 1 and a line for a file that it cannot read', () => {
    const { status, stderr } = run('[{')
    expect(status).toBe(1)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('was not imported: this is not JSON')
  })
})
