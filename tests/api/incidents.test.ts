import { beforeEach, describe, expect } from 'vitest'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import { callAs, createMember, type Member } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { IncidentView } from '#worker/features/operations/incidents/contract.ts'
import type { OperationsView } from '#worker/features/operations/contract.ts'
import type { StatusView } from '#worker/features/operations/status/contract.ts'

/** The minutely job looks for alerts at each fifth minute. */
const start = Date.UTC(2027, 2, 1, 12)
const at = (ms: number) => new Date(ms).toISOString().replace('.000', '')
let admin: Member

test.beforeAll(async () => {
  admin = await createMember(worker, { role: 'admin' })
})
beforeEach(async () => {
  await worker.sql`delete from incidents`
  await worker.sql`delete from alerts`
  await worker.sql`delete from job_runs`
  await worker.sql`delete from attempts`
})

async function setServerErrors(count: number, now: number) {
  await worker.sql`delete from attempts`
  await worker.sql`insert into attempts (subject, hour, count)
    values ('server_error', ${Math.floor(now / hour)}, ${count})`
}

/** Kinds and times of the incidents that everybody reads then. */
async function read(now: number) {
  const { incidents } = await worker.get<StatusView>('status', { now })
  return incidents.map(({ kind, opened_at, closed_at }) => [kind, opened_at, closed_at])
}

async function checkAt(now: number, errors: number) {
  await setServerErrors(errors, now)
  await worker.tick(now)
}

describe('an incident', () => {
  test('is opened once by its alert, and closed when that is over', async () => {
    expect(await read(start)).toEqual([])
    await checkAt(start, 20)
    expect(await read(start)).toEqual([['server_errors', at(start), null]])
    await checkAt(start + 5 * minute, 40)
    expect(await read(start + 5 * minute)).toEqual([['server_errors', at(start), null]])
    const end = start + 10 * minute
    await checkAt(end, 0)
    expect(await read(end)).toEqual([['server_errors', at(start), at(end)]])
  })

  test('continues where its alert comes back within the hour, and is a new one later', async () => {
    await checkAt(start, 20)
    await checkAt(start + 5 * minute, 0)
    await checkAt(start + 60 * minute, 20)
    expect(await read(start + hour)).toEqual([['server_errors', at(start), null]])
    const end = start + 65 * minute
    await checkAt(end, 0)
    await checkAt(end + hour, 20)
    expect(await read(end + hour)).toEqual([
      ['server_errors', at(end + hour), null],
      ['server_errors', at(start), at(end)],
    ])
  })

  test('stands before those that are over, for 30 days after its end', async () => {
    const days = (count: number) => start - count * 24 * hour
    await worker.sql`insert into incidents (kind, opened_at, closed_at) values
      ('backlog', ${days(32)}, ${days(31)}), ('reminders_late', ${days(31)}, ${days(29)}),
      ('job_late:minute', ${days(2)}, ${days(1)}), ('deliveries_failing', ${days(40)}, null)`
    expect((await read(start)).map(([kind]) => kind)).toEqual([
      'deliveries_failing',
      'job_late:minute',
      'reminders_late',
    ])
  })

  test('is no answer to alerts that are for operators alone', async () => {
    await worker.sql`insert into job_runs (job, started_at, state)
      values ('hour', ${start - 3 * hour}, 'done')`
    await worker.sql`insert into client_errors (message, route, build, at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 200)
      select 'm', '/', 'b', ${start - minute} from n`
    await worker.tick(start)
    const names = await worker.sql<{ name: string }>`select name from alerts order by name`
    expect(names.map(({ name }) => name)).toEqual(['browser_errors', 'job_late:hour'])
    expect(await read(start)).toEqual([])
    await worker.sql`delete from client_errors`
  })

  test('is open once of each kind, whoever writes it', async () => {
    const insert = () =>
      worker.sql`insert into incidents (kind, opened_at) values ('job_late:minute', 1)`
    await insert()
    await expect(insert()).rejects.toThrow(/UNIQUE/)
  })
})

describe('the sentence of an operator', () => {
  const note = { en: 'Mail is slow today.', es: 'El correo va lento.', fr: '' }
  const write = <Body = IncidentView>(id: number, body: unknown, who = admin) =>
    callAs<Body>(worker, who, 'PUT', `admin/operations/incidents/${id}`, { body, now: start })

  async function openIncident(): Promise<number> {
    await checkAt(start, 20)
    const [row] = await worker.sql<{ id: number }>`select id from incidents`
    return row?.id ?? 0
  }

  test('is read by everybody at once, and gone once it is empty', async () => {
    const id = await openIncident()
    const readNotes = async () => {
      const { incidents } = await worker.get<StatusView>('status', { now: start })
      return incidents.map((incident) => incident.note)
    }
    expect(await readNotes()).toEqual([null])
    expect((await write(id, note)).body).toMatchObject({ id, kind: 'server_errors', note })
    expect(await readNotes()).toEqual([note])
    const { body } = await callAs<OperationsView>(worker, admin, 'GET', 'admin/operations', {
      now: start,
    })
    expect(body.incidents).toEqual([expect.objectContaining({ id, note })])
    await write(id, { en: ' ', es: '', fr: '' })
    expect(await readNotes()).toEqual([null])
    const entries = await worker.sql`select act from audit_entries
      where subject_type = 'incident' and subject_id = ${id}`
    expect(entries).toEqual([{ act: 'edit' }, { act: 'edit' }])
  })

  test.each([
    [{ en: 'Only English' }, ['es', 'fr']],
    [{ ...note, en: 'x'.repeat(301) }, ['en']],
    [{ ...note, es: 'two\nlines' }, ['es']],
  ])('%j is refused', async (body, paths) => {
    const answer = await write<ErrorEnvelope>(await openIncident(), body)
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed'])
    const faults = answer.body.details as { path: string }[]
    expect(faults.map(({ path }) => path)).toEqual(paths)
  })

  test('is refused for an incident that is not there, and to moderators', async () => {
    const missing = await write<ErrorEnvelope>(999, note)
    expect([missing.status, missing.body.code]).toEqual([404, 'incident_not_found'])
    const moderator = await createMember(worker, { role: 'moderator' })
    const refused = await write<ErrorEnvelope>(await openIncident(), note, moderator)
    expect(refused.status).toBe(403)
    expect(await worker.sql`select note from incidents`).toEqual([{ note: null }])
  })
})
