import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEnvironment } from '#local/environment.ts'

export const adminPassword = 'an admin’s own password'

const templates = new Map<boolean, Promise<string>>()

/** Migrated, with the administrator in it: made once for all tests of a process. */
async function makeTemplate(demo: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hypecal-template-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const administrator = { username: 'admin', password: adminPassword }
  const environment = await startEnvironment({ dataDir: folder, demo, administrator })
  // Checkpoint: the engine may remove the log later, while the folder is copied.
  await environment.db.$client.execute('pragma wal_checkpoint(truncate)')
  await environment.close()
  return folder
}

/** A data folder for one test worker, with the demo set or without; whoever takes it removes it. */
export async function createDataFolder(demo: boolean) {
  const template = templates.get(demo) ?? makeTemplate(demo)
  templates.set(demo, template)
  const folder = await mkdtemp(join(tmpdir(), 'hypecal-test-'))
  const filter = (path: string) => !/\/db\/[^/]+-(?:wal|shm)$/.test(path)
  await cp(await template, folder, { recursive: true, filter })
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }) }
}
