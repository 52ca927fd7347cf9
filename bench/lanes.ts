import { parseArgs } from 'node:util'
import { connections, countConsumers, deliveryLanes } from '../worker/contracts/delivery-lanes.ts'
import { Clock } from './clock.ts'
import { memoryRange } from './driven.ts'
import { prepareBench } from './prepare-bench.ts'
import { openRig, type Rig } from './rig.ts'
import { hour } from './scale.ts'

/** Measures what this machine sends by each lane, and computes what a million needs on the platform. */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '20000' },
    /** One lane alone; default: each by itself, then all at once. */
    lane: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})
const people = Number(values.people)
const mostMemory = 16
/** The lane keeps to twenty posts a second. */
const peopleWithWebhook = 400
const lanes = ['mail', 'push', 'discord'] as const
type MeasuredLane = (typeof lanes)[number]
/** A million reminders of one event: people with a device, with mail alone, and with a webhook. */
const million: Record<MeasuredLane, number> = { mail: 290_000, push: 700_000, discord: 10_000 }
/** From the earliest begin until 99 of 100 are to be there. */
const secondsOfMark = 15 * 60

type Figures = { lane: MeasuredLane; rows: number; perSecond: number; unfinished: number }

/** People have the channels of these lanes alone. */
async function open(only: readonly MeasuredLane[]): Promise<Rig> {
  const now = Date.now()
  const rig = await openRig({
    members: { people, events: 1, singles: 0, others: 0, at: now - 60_000 },
    withAllChannels: people,
    mailCallsPerSecond: 100_000,
    output: values.verbose ? 'inherit' : 'ignore',
    platform: { clock: new Clock(now), skipsIdleTime: false },
  })
  const { $client } = rig.db
  if (!only.includes('mail')) await $client.execute('update users set email_verified_at = null')
  if (!only.includes('push')) await $client.execute('delete from push_subscriptions')
  const webhooks = only.includes('discord') ? peopleWithWebhook : 0
  await $client.execute(`update users set discord_webhook = null where id > ${webhooks}`)
  return rig
}

async function measure(only: readonly MeasuredLane[]): Promise<Figures[]> {
  const rig = await open(only)
  const memory: number[] = []
  const sampling = setInterval(() => memory.push(rig.platform.memory()), 250)
  try {
    await rig.platform.work(() => rig.isDelivered(), Date.now() + hour)
    const { rows } = await rig.db.$client.execute(`select channel, sum(status = 'sent') as sent,
        sum(status <> 'sent') as others, max(sent_at) - min(handed_at) as ms
      from deliveries where channel <> 'in_app' group by channel`)
    const { least, most } = memoryRange(memory, 0.3)
    console.log(
      `  memory of the runtime within ${(most - least).toFixed(1)} MiB (aim: ${mostMemory})`,
    )
    return lanes.flatMap((lane) => {
      const row = rows.find((one) => one['channel'] === deliveryLanes[lane].channel)
      if (!row) return []
      const [sent, ms] = [Number(row['sent']), Number(row['ms'])]
      return [
        { lane, rows: sent, perSecond: (sent / ms) * 1000, unfinished: Number(row['others']) },
      ]
    })
  } finally {
    clearInterval(sampling)
    await rig.close()
  }
}

function report(name: string, figures: readonly Figures[]): void {
  console.log(`${name}, ${people} people`)
  for (const { lane, rows, perSecond, unfinished } of figures) {
    console.log(
      `  ${lane.padEnd(8)} ${rows} sent, ${perSecond.toFixed(0)} a second, ${unfinished} not`,
    )
  }
}

function reportMillion(measured: ReadonlyMap<MeasuredLane, number>): void {
  console.log(`a million reminders of one event within ${secondsOfMark / 60} minutes:`)
  for (const lane of lanes) {
    const { pageSize, calls } = deliveryLanes[lane]
    const rowsPerCall = lane === 'mail' ? pageSize : 1
    const perSecond = million[lane] / secondsOfMark
    const needed = Math.ceil(
      ((perSecond / rowsPerCall) * (calls.ms / 1000)) / (lane === 'mail' ? 1 : connections),
    )
    console.log(
      `  ${lane.padEnd(8)} ${million[lane]} rows: ${perSecond.toFixed(0)} a second,`,
      `${(perSecond / rowsPerCall).toFixed(1)} calls a second of ${calls.perSecond} that the provider takes,`,
      `${needed} consumers of ${countConsumers(lane)}, ${((2 * perSecond) / pageSize).toFixed(1)} writes a second`,
      `(one writer here: ${((2 * (measured.get(lane) ?? 0)) / pageSize).toFixed(1)})`,
    )
  }
}

await prepareBench()
const measured = new Map<MeasuredLane, number>()
let isWhole = true
const runs = values.lane ? [[values.lane as MeasuredLane]] : [...lanes.map((lane) => [lane]), lanes]
for (const only of runs) {
  const figures = await measure(only)
  report(only.join(', '), figures)
  for (const { lane, perSecond, unfinished } of figures) {
    if (only.length === 1) measured.set(lane, perSecond)
    isWhole &&= unfinished === 0
  }
}
reportMillion(measured)
if (!isWhole) process.exitCode = 1
