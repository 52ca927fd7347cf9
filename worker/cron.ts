import type { Ctx, System } from './context.ts'
import type { Env } from './env.ts'
import { runHour } from './features/clock/hour.ts'
import { runMinute } from './features/clock/minute.ts'
import { createContext } from './http/request-context.ts'

/** Schedule → job. */
const jobs: Record<string, (ctx: Ctx<System>) => Promise<void>> = {
  '* * * * *': runMinute,
  '17 * * * *': runHour,
}

export async function runCron(env: Env, cron: string, scheduledTime: number): Promise<void> {
  const job = jobs[cron]
  if (!job) throw new Error(`no job for the schedule ${cron}`)
  await job({ ...createContext(env, scheduledTime, 'en'), actor: { kind: 'system' } })
}
