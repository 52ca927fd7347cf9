import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { experiments, type Experiment } from './chaos-experiments.ts'
import { Clock } from './clock.ts'
import { openRig, type Rig } from './rig.ts'
import {
  countEach,
  isFlawless,
  parsePerson,
  countDeliveries,
  type Tally,
} from './delivery-tally.ts'
import { hour } from './scale.ts'
import { prepareBench } from './prepare-bench.ts'

/** Breaks what the delivery of notifications stands on, and counts what arrived. */
const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: process.env['DELIVERIES'] ?? '10000' },
    only: { type: 'string', default: '' },
    verbose: { type: 'boolean', default: false },
  },
})
const deliveries = Number(values.deliveries)
const names = Object.keys(experiments).filter((name) => values.only.includes(name) || !values.only)
/** One in twenty is a mail of its own; the others are reminders by three channels. */
const singles = Math.ceil(deliveries / 20)
const people = Math.ceil((deliveries - singles) / 3)
const due = Date.UTC(2026, 11, 1, 18)
/** From when the reminders are due. */
const longest = 3 * hour

function open({ options = {} }: Experiment): Promise<Rig> {
  const { cutOneIn, ...platform } = options
  return openRig({
    members: { people, events: 5, singles, others: 0, at: due },
    withAllChannels: people,
    mailCallsPerSecond: 1000,
    output: values.verbose ? 'inherit' : 'ignore',
    ...(cutOneIn ? { cutOneIn } : {}),
    platform: { clock: new Clock(due - 1000), skipsIdleTime: true, ...platform },
  })
}

function range(start: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => start + index)
}

function mailed(rig: Rig): number[] {
  const taken = rig.calls().filter(({ answer }) => answer === 'taken')
  return taken.flatMap(({ to }) => to.map(parsePerson))
}

/** Number of deliveries that arrived or that nobody tries again. */
async function countOver(rig: Rig): Promise<number> {
  const unknown = rig.db.$client.execute(`select 1 from deliveries where status = 'unknown'`)
  // The database may be away.
  const { length } = await unknown.then(({ rows }) => rows).catch(() => [])
  return mailed(rig).length + rig.discord.posts.size + rig.push.posts.size + length
}

function arrivalsOf(posts: ReadonlyMap<string, number>): Map<number, number> {
  return new Map([...posts].map(([path, times]) => [parsePerson(path), times]))
}

async function tally(rig: Rig): Promise<Tally[]> {
  const { rows } = await rig.db.$client.execute(
    `select channel, user_id as person from deliveries where status = 'unknown'`,
  )
  const unknownBy = (channel: string) =>
    new Set(rows.flatMap((row) => (row['channel'] === channel ? [Number(row['person'])] : [])))
  const arrivals = {
    email: countEach(mailed(rig)),
    discord: arrivalsOf(rig.discord.posts),
    push: arrivalsOf(rig.push.posts),
  }
  return (['email', 'discord', 'push'] as const).map((channel) =>
    countDeliveries(channel, {
      expected: range(1, channel === 'email' ? people + singles : people),
      arrivals: arrivals[channel],
      unknown: unknownBy(channel),
    }),
  )
}

async function injectFaults(rig: Rig, experiment: Experiment): Promise<void> {
  const { platform } = rig
  const expectedCount = singles + 3 * people
  await experiment.injectFaults?.({
    rig,
    async untilOver(share) {
      while (platform.isOver || (await countOver(rig)) < share * expectedCount) await sleep(10)
    },
  })
}

/** Returns whether it ended as it should. */
async function run(experiment: Experiment): Promise<boolean> {
  const rig = await open(experiment)
  try {
    await experiment.prepare?.(rig)
    const began = performance.now()
    let areFaultsOver = false
    void injectFaults(rig, experiment).then(() => (areFaultsOver = true))
    const isDone = async () => areFaultsOver && (await rig.isDelivered())
    await rig.platform.work(isDone, due + longest)
    const tallies = await tally(rig)
    const problems = (await experiment.check?.(rig)) ?? []
    if (!areFaultsOver) problems.push('ended before the last fault')
    report(experiment, tallies, [
      `${((performance.now() - began) / 1000).toFixed(0)} s`,
      `${((rig.clock.now() - due) / 60_000).toFixed(0)} min by the clock`,
      `${rig.calls().filter(({ answer }) => answer === 'repeated').length} calls repeated`,
      `${rig.platform.queue.deadLetters} messages given up`,
      ...problems,
    ])
    return problems.length === 0 && tallies.every(isFlawless) && (await rig.isDelivered())
  } finally {
    await rig.close()
  }
}

function report({ name }: Experiment, tallies: Tally[], notes: string[]): void {
  console.log(`\n${name} (${notes.join(', ')})`)
  for (const { channel, expected, arrived, lost, doubled, unknown, unknownArrived } of tallies) {
    console.log(
      `  ${channel.padEnd(8)} ${arrived} of ${expected} arrived: ${lost} lost, ${doubled} doubled,`,
      `${unknown} unknown (${unknownArrived} of them arrived)`,
    )
  }
}

await prepareBench()
for (const name of names) {
  const experiment = experiments[name]
  if (experiment && !(await run(experiment))) {
    process.exitCode = 1
    console.log('  FAILED')
  }
}
