import { spawnSync } from 'node:child_process'
import { runLongCommand } from '../local/long-command.ts'
import { UserError } from '../local/reason.ts'
import { buildSiteIfStale } from '../scripts/build.ts'

/**
 * Ends the process at once when a program is missing, which is a Debian package of the same name; then
 * builds the site, unless it is built.
 */
export async function prepareBench(...programs: string[]): Promise<void> {
  await runLongCommand(
    { failure: 'Not measured', stopped: 'Stopped; nothing was measured. Next: the same bench' },
    async (progress) => {
      const missing = programs.filter((program) => spawnSync(program, ['--version']).error)
      const names = missing.join(' ')
      if (names) throw new UserError(`missing on this machine: apt-get install ${names}`)
      await buildSiteIfStale(progress)
    },
  )
  if (process.exitCode) process.exit()
}
