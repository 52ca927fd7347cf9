import { runLongCommand } from '#local/long-command.ts'
import { noProgress, trackEstimatedProgress, type Progress } from '#local/progress.ts'
import { assertOperatorIsNamed } from './build-settings.ts'
import { isBuildStale, readLastBuildMs, runAndRecordBuild } from './build-state.ts'
import { compileMessages } from './compile-messages.ts'
import { runCommand } from './run-command.ts'

export async function buildSite(progress: Progress = noProgress): Promise<void> {
  assertOperatorIsNamed()
  await trackEstimatedProgress(progress, { step: 'Build', usualMs: readLastBuildMs() }, () =>
    runAndRecordBuild(async () => {
      await compileMessages(progress.signal)
      const { hasPassed, output } = await runCommand(
        'node_modules/.bin/astro',
        ['build', '--silent'],
        {
          // Overrides the environment of tests and tools.
          env: { NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
          signal: progress.signal,
        },
      )
      if (output) {
        progress.stop()
        console.error(output)
      }
      if (!hasPassed) throw new Error('the build failed, for the reason above')
    }),
  )
}

export async function buildSiteIfStale(progress?: Progress): Promise<void> {
  if (isBuildStale()) await buildSite(progress)
}

/** Vitest's global set-up for tests against the built worker. */
export function setup(): Promise<void> {
  return buildSiteIfStale()
}

if (import.meta.main) {
  await runLongCommand(
    {
      failure: 'Not built',
      stopped: 'Stopped; the site in dist/ is not whole and counts as none. Next: npm run build',
    },
    buildSite,
  )
}
