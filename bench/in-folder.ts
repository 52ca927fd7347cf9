import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type Closable = { close(): Promise<void> }

/**
 * Runs a bench in a folder of its own; what it opens is closed in the end, the last first. It fails by
 * answering false.
 */
export async function runInFolder(
  bench: (folder: string, toClose: Closable[]) => Promise<boolean | void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-bench-'))
  const toClose: Closable[] = []
  try {
    if ((await bench(folder, toClose)) === false) process.exitCode = 1
  } finally {
    for (const service of toClose.toReversed()) await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
