import { spawn, type ChildProcess } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { compileMessages } from '../scripts/compile-messages.ts'
import { startEnvironment } from './environment.ts'
import { runScheduledJobs, startMinuteClock } from './minute-clock.ts'
import { runUntilStopped } from './run-until-stopped.ts'
import {
  assertPortIsFree,
  describeEnvironment,
  isPortInUse,
  projectFolder,
  readSettings,
} from './settings.ts'

/** Variables that programs need to run; any other would become a binding of the worker. */
const inheritedVariables = [
  'PATH',
  'HOME',
  'TMPDIR',
  'TERM',
  'FORCE_COLOR',
  'NO_COLOR',
  'SystemRoot',
]

function readInheritedVariables(): Record<string, string> {
  return Object.fromEntries(
    inheritedVariables.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

function startChildProcess(
  command: string,
  args: string[],
  env: Record<string, string>,
): ChildProcess {
  return spawn(`node_modules/.bin/${command}`, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: env as NodeJS.ProcessEnv,
  })
}

const quietMs = 100

/** Compiles the messages after each change, once for all files that are written at a time. */
function watchAndCompileMessages(): { close(): void } {
  let pending: NodeJS.Timeout | undefined
  const env = readInheritedVariables() as NodeJS.ProcessEnv
  const compile = () =>
    spawn(process.execPath, ['scripts/compile-messages.ts'], { stdio: 'inherit', env })
  return watch('project.inlang/messages', () => {
    clearTimeout(pending)
    pending = setTimeout(compile, quietMs)
  })
}

async function waitForPort(port: number): Promise<void> {
  while (!(await isPortInUse(port))) await sleep(250)
}

await runUntilStopped('npm run dev', async (onStop, progress) => {
  process.chdir(projectFolder)
  const settings = readSettings()
  await assertPortIsFree(settings.port)
  await compileMessages()
  const environment = await startEnvironment({ ...settings.environment, progress })
  onStop(() => environment.close())

  const messages = watchAndCompileMessages()
  onStop(() => messages.close())
  // Bindings are passed in the environment, so that no secret is written to the folder.
  const site = startChildProcess('astro', ['dev', '--port', String(settings.port)], {
    ...readInheritedVariables(),
    ...environment.vars,
    CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true',
    WORKER_STATE: join(settings.dataDir, 'worker'),
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
    ASTRO_TELEMETRY_DISABLED: '1',
  })
  onStop(() => site.kill())
  site.once('exit', () => process.kill(process.pid, 'SIGTERM'))

  const clock = startMinuteClock((minute) =>
    runScheduledJobs(`http://localhost:${settings.port}`, minute),
  )
  onStop(() => clock.stop())
  await waitForPort(settings.port)
  console.log(describeEnvironment(settings, environment))
})
