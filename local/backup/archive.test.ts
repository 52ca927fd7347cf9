import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeArchive, type ArchiveRecord } from './archive.ts'

test('a backup that is stopped leaves no file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-archive-'))
  const controller = new AbortController()
  async function* listRecords(): AsyncGenerator<ArchiveRecord> {
    yield await Promise.resolve({ kind: 'table', name: 'users', columns: ['id'] })
    controller.abort(new Error('stopped'))
    yield { kind: 'row', json: '[1]' }
  }
  const file = join(folder, 'backup.gz')
  const written = writeArchive(file, 1, listRecords(), controller.signal)
  await expect(written).rejects.toThrow('stopped')
  expect(readdirSync(folder)).toEqual([])
  rmSync(folder, { recursive: true })
})
