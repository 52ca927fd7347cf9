import { join } from 'node:path'
import { buildSiteIfStale } from '#scripts/build.ts'
import { serveBuiltWorker } from './built-worker.ts'
import { startEnvironment } from './environment.ts'
import { runScheduledJobs, startMinuteClock } from './minute-clock.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import { assertPortIsFree, describeEnvironment, projectFolder, readSettings } from './settings.ts'

await runUntilStopped('npm start', async (onStop, progress) => {
  process.chdir(projectFolder)
  const settings = readSettings()
  await assertPortIsFree(settings.port)
  await buildSiteIfStale(progress)
  const environment = await startEnvironment({ ...settings.environment, progress })
  onStop(() => environment.close())
  const worker = await serveBuiltWorker({
    port: settings.port,
    vars: environment.vars,
    persist: join(settings.dataDir, 'worker'),
  })
  onStop(() => worker.close())
  const clock = startMinuteClock((minute) => runScheduledJobs(worker.url, minute))
  onStop(() => clock.stop())
  console.log(describeEnvironment(settings, environment))
})
