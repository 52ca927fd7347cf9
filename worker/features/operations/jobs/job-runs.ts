import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import type { JobName } from '#worker/features/operations/contract.ts'

/** Whether a run had something to do. */
export type RunOutcome = 'idle' | 'done'

/**
 * Notes that a job began and answers what is due, in one statement: a run that finds nothing costs
 * one query and is noted all the same. `due` yields the columns of `Row`, which are named here.
 */
export async function findDue<Row>(
  ctx: Ctx<System>,
  job: JobName,
  { due, columns }: { due: SQL; columns: readonly (keyof Row & string)[] },
): Promise<Row[]> {
  const cells = columns.map((name) => sql`${sql.raw(`'${name}'`)}, ${sql.identifier(name)}`)
  const [[found]] = await write(ctx, [
    rows<{ due: string }>(
      ctx.db,
      sql`with due as (${due})
        ${startOf(ctx, job, sql`iif(exists (select 1 from due), 'running', 'idle')`)}
        returning (select json_group_array(json_object(${sql.join(cells, sql`, `)})) from due) as due`,
    ),
  ])
  return JSON.parse(found?.due ?? '[]') as Row[]
}

/** Notes that a job began which always has something to do. */
export async function noteStart(ctx: Ctx<System>, job: JobName): Promise<void> {
  await write(ctx, [rows(ctx.db, startOf(ctx, job, sql`'running'`))])
}

function startOf({ now }: Ctx, job: JobName, state: SQL): SQL {
  return sql`insert into job_runs (job, started_at, state, worked_at)
    select ${job}, ${now}, state, iif(state = 'idle', null, ${now}) from (select ${state} as state)
    where true
    on conflict (job) do update set started_at = excluded.started_at, state = excluded.state,
      worked_at = coalesce(excluded.worked_at, worked_at),
      duration_ms = iif(excluded.state = 'idle', duration_ms, null),
      error = iif(excluded.state = 'idle', error, null)`
}

/** Runs a job that notes its own start, and notes how it ended. */
export async function recorded(
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
  const end = { durationMs: Date.now() - beganAt, error: failureOf(ended) }
  const noted = write(ctx, [endOf(ctx, job, end)])
  if (!('error' in ended)) return void (await noted)
  // The job's own failure says more than that it could not be noted.
  await Promise.allSettled([noted])
  throw ended.error
}

/** What kind of failure it was, if any, without what it was about, which may be secret. */
function failureOf(ended: object): string | null {
  if (!('error' in ended)) return null
  const { error } = ended
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

type End = { durationMs: number; error: string | null }

function endOf({ db, now }: Ctx, job: JobName, { durationMs, error }: End): Statement {
  return rows(
    db,
    sql`insert into job_runs (job, started_at, state, worked_at, duration_ms, error)
      values (${job}, ${now}, ${error === null ? 'done' : 'failed'}, ${now}, ${durationMs}, ${error})
      on conflict (job) do update set
        state = iif(started_at > excluded.started_at, state, excluded.state),
        worked_at = excluded.worked_at, duration_ms = excluded.duration_ms, error = excluded.error
      where coalesce(worked_at, 0) <= excluded.worked_at`,
  )
}
