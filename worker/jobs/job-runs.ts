import { sql, type SQL } from 'drizzle-orm'
import { DatabaseError } from '#worker/db/errors.ts'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { jobRuns } from '#worker/db/schema/operations.ts'
import { first } from '#worker/db/statement.ts'
import { buildSetSql, excluded, excludedOrCurrent, insert } from '#worker/db/writes.ts'
import { AppError } from '#worker/api/errors.ts'
import type { JobName } from '#worker/features/operations/contract.ts'
import { describeError } from '#worker/logging/log.ts'

export type RunOutcome = 'idle' | 'done'

/** In one statement: a run that finds nothing costs one query and is noted all the same. */
export async function findDueWork<Row>(
  ctx: Ctx<System>,
  job: JobName,
  { due, columns }: { due: SQL; columns: readonly (keyof Row & string)[] },
): Promise<Row[]> {
  const cells = columns.map((name) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(name)}`)
  const rowsDue = sql<string>`(select json_group_array(json_object(${sql.join(cells, sql`, `)})) from due)`
  const { found } = await write(ctx, {
    found: first(
      insert(jobRuns, buildStartValues(ctx, job), {
        with: sql`due as (${due})`,
        from: sql`(select iif(exists (select 1 from due), 'running', 'idle') as state)`,
        onConflict: restart,
        returning: { due: rowsDue },
      }),
    ),
  })
  return JSON.parse(found?.due ?? '[]') as Row[]
}

export async function recordJobStart(ctx: Ctx<System>, job: JobName): Promise<void> {
  await write(ctx, [
    insert(jobRuns, buildStartValues(ctx, job), {
      from: sql`(select 'running' as state)`,
      onConflict: restart,
    }),
  ])
}

/** The statement yields `state`. */
function buildStartValues({ now }: Ctx, job: JobName) {
  return {
    job,
    startedAt: now,
    state: sql<'idle' | 'running'>`state`,
    workedAt: sql<number | null>`iif(state = 'idle', null, ${now})`,
  }
}

const { startedAt, state, workedAt, durationMs, error } = jobRuns

const restart = sql`(job) do update set ${buildSetSql(jobRuns, {
  startedAt: excluded(startedAt),
  state: excluded(state),
  workedAt: excludedOrCurrent(workedAt),
  durationMs: sql`iif(${excluded(state)} = 'idle', ${durationMs}, null)`,
  error: sql`iif(${excluded(state)} = 'idle', ${error}, null)`,
})}`

export class JobPartsError extends Error {
  readonly failures: ReadonlyMap<string, unknown>

  constructor(failures: ReadonlyMap<string, unknown>) {
    super(`failed: ${[...failures.keys()].join(', ')}`, { cause: [...failures.values()][0] })
    this.name = 'JobPartsError'
    this.failures = failures
  }
}

/** @throws JobPartsError once all have ended, if any failed */
export async function settleJobParts(
  parts: Readonly<Record<string, Promise<unknown> | undefined>>,
  failed: ReadonlyMap<string, unknown> = new Map(),
): Promise<void> {
  const failures = new Map(failed)
  const outcomes = await Promise.allSettled(
    Object.values(parts).map((jobPart) => Promise.resolve(jobPart)),
  )
  for (const [index, name] of Object.keys(parts).entries()) {
    const outcome = outcomes[index]
    if (outcome?.status === 'rejected') failures.set(name, outcome.reason)
  }
  if (failures.size > 0) throw new JobPartsError(failures)
}

export async function runRecordedJob(
  ctx: Ctx<System>,
  job: JobName,
  run: (ctx: Ctx<System>) => Promise<RunOutcome>,
): Promise<void> {
  const beganAt = Date.now()
  const ended = await run(ctx).then(
    (outcome) => ({ outcome }),
    (error: unknown) => ({ error }),
  )
  if ('outcome' in ended && ended.outcome === 'idle') return
  const end = { durationMs: Date.now() - beganAt, error: describeFailure(ended) }
  logJobEnd(ctx, job, end.durationMs, ended)
  const noted = write(ctx, [upsertJobEnd(ctx, job, end)])
  if (!('error' in ended)) return void (await noted)
  // The job's own failure says more than that it could not be noted.
  await Promise.allSettled([noted])
  throw ended.error
}

function logJobEnd({ log }: Ctx, job: JobName, durationMs: number, ended: object): void {
  const run = { job, duration_ms: durationMs }
  if (!('error' in ended)) return log({ event: 'job_done', ...run })
  log({ event: 'job_failed', ...run, ...describeError(ended.error) })
}

/** Kind of the failure, if any, without what it was about, which may be secret. */
function describeFailure(ended: object): string | null {
  if (!('error' in ended)) return null
  const { error } = ended
  if (!(error instanceof JobPartsError)) return describeErrorKind(error)
  return [...error.failures]
    .map(([partName, reason]) => `${partName}: ${describeErrorKind(reason)}`)
    .join(', ')
}

function describeErrorKind(error: unknown): string {
  if (error instanceof AppError || error instanceof DatabaseError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

type JobEnd = { durationMs: number; error: string | null }

function upsertJobEnd({ now }: Ctx, job: JobName, end: JobEnd): Statement {
  return insert(
    jobRuns,
    {
      job,
      startedAt: now,
      state: end.error === null ? 'done' : 'failed',
      workedAt: now,
      ...end,
    },
    {
      onConflict: sql`(job) do update set ${buildSetSql(jobRuns, {
        state: sql`iif(${startedAt} > ${excluded(startedAt)}, ${state}, ${excluded(state)})`,
        workedAt: excluded(workedAt),
        durationMs: excluded(durationMs),
        error: excluded(error),
      })} where coalesce(${workedAt}, 0) <= ${excluded(workedAt)}`,
    },
  )
}
