import type { Rig, RigOptions } from './rig.ts'

const second = 1000
const minute = 60 * second

/** Rig and helpers for a fault, and the states that it may wait for. */
export type FaultContext = {
  rig: Rig
  /** Until this share of the deliveries is over. */
  untilOver(share: number): Promise<void>
}

export type Experiment = {
  name: string
  options?: Partial<Pick<RigOptions, 'cutOneIn'>> & Partial<RigOptions['platform']>
  /** Before anything is due. */
  prepare?(rig: Rig): Promise<void>
  /** While it is delivered. */
  injectFaults?(context: FaultContext): Promise<void>
  /** Further complaints after the run. */
  check?(rig: Rig): Promise<string[]>
}

/** In turn while mails, posts to Discord and pushes leave. */
const moments = [0.1, 0.3, 0.5, 0.7, 0.9]

async function killWorker({ rig, untilOver }: FaultContext): Promise<void> {
  for (const [index, share] of moments.entries()) {
    await untilOver(share)
    await rig.platform.killWorker(index % 2 === 0 ? 'lost' : 'redelivered')
    await rig.platform.startWorker()
  }
}

function awayFor(which: 'database' | 'mail', ms: number, shares: readonly number[]) {
  return async ({ rig, untilOver }: FaultContext): Promise<void> => {
    for (const share of shares) {
      await untilOver(share)
      await rig[which].kill()
      await rig.clock.wait(ms)
      await rig.platform.whileHeld(() => rig[which].restart())
    }
  }
}

async function moveClock({ rig, untilOver }: FaultContext): Promise<void> {
  const moves = [7 * minute, -10 * minute, 3 * minute, -20 * second, 45 * minute]
  for (const [index, share] of moments.entries()) {
    await untilOver(share)
    rig.clock.move(moves[index] ?? 0)
  }
}

/** Rows that no code of this build writes, among the others. */
const poisoned = [
  `'email', 'reminder', '{"hours":'`,
  `'discord', 'reminder', '{'`,
  `'push', 'level_up', ''`,
  `'email', 'gossip', '{}'`,
  `'fax', 'level_up', '{"level":2}'`,
  `'fax', 'gossip', 'x'`,
  `'email', 'campaign_test', '{"campaign":1,"language":"["}'`,
]
const repeated = 5

async function poison({ db, clock }: Rig): Promise<void> {
  const due = clock.now()
  await db.$client.execute(`insert into campaigns (id, name, status, audience, texts, languages,
      falls_back_to_english, created_at, updated_at)
    values (1, 'One', 'draft', '{}', '{}', '[]', 0, 1, 1)`)
  for (const row of poisoned) {
    await db.$client.execute(`insert into deliveries
        (channel, kind, payload, key, user_id, status, next_at, created_at)
      select ${row}, 'poisoned:' || lower(hex(randomblob(8))), value, 'pending', ${due}, ${due}
      from generate_series(1, ${repeated})`)
  }
  await db.$client.execute(`insert into notice_fanouts (key, kind, event_id, payload, deadline_at,
      created_at) values ('poisoned', 'event_changed', 1, '{', ${due + 60 * minute}, 1)`)
}

async function countPoisoned({ db }: Rig): Promise<string[]> {
  const { rows } = await db.$client.execute(
    `select status, count(*) as many from deliveries where key like 'poisoned:%' group by status`,
  )
  const ended = rows.map((row) => `${Number(row['many'])} ${String(row['status'])}`).join(', ')
  const expectedState = `${poisoned.length * repeated} dead`
  return ended === expectedState ? [] : [`poisoned rows: ${ended} instead of ${expectedState}`]
}

export const experiments: Record<string, Experiment> = {
  none: { name: 'no fault' },
  worker: { name: 'kill -9 of the worker, five times', injectFaults: killWorker },
  database: {
    name: 'kill -9 of the database, 15 s away, twice',
    injectFaults: awayFor('database', 15 * second, [0.2, 0.6]),
  },
  mail: {
    name: 'kill -9 of the mail service, 4 min away, twice',
    injectFaults: awayFor('mail', 4 * minute, [0.1, 0.25]),
  },
  repeats: {
    name: 'four minute jobs at once, each message three times',
    options: { jobsPerMinute: 4, repeatsMessages: true },
  },
  answers: {
    name: 'answers lost after acceptance',
    options: { cutOneIn: { mail: 4, other: 20 } },
  },
  clock: { name: 'clock moved by -10 to +45 min, five times', injectFaults: moveClock },
  poison: { name: 'poisoned rows among the others', prepare: poison, check: countPoisoned },
}
