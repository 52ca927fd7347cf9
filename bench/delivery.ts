import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Clock } from './clock.ts'
import { openRig, type Rig } from './rig.ts'
import {
  computeLatencies,
  outageRatio,
  secondsUntilLast,
  type MailRequest,
} from './delivery-speed.ts'
import {
  countEach,
  isFlawless,
  parsePerson,
  countDeliveries,
  type Tally,
} from './delivery-tally.ts'
import { hour } from './scale.ts'
import { median } from './statistics.ts'
import { prepareBench } from './prepare-bench.ts'

/** Measures reminders by mail through a service that limits its calls, with and without an outage. */
const { values } = parseArgs({
  options: {
    reminders: { type: 'string', default: process.env['REMINDERS'] ?? '1000000' },
    'calls-per-second': { type: 'string', default: '100' },
    /** In seconds; 0: no second run. */
    outage: { type: 'string', default: '600' },
    verbose: { type: 'boolean', default: false },
  },
})
const reminders = Number(values.reminders)
const callsPerSecond = Number(values['calls-per-second'])
const outage = Number(values.outage)
/** Members who ask for a new password meanwhile, one after the other. */
const requests = 18
/** Share of the run after which the mail service goes away. */
const outageAt = 0.4
const mostLatencySeconds = 5
const mostRatio = 1.2

type Found = {
  seconds: number
  calls: number
  refused: number
  /** Latencies of account mails, in milliseconds. */
  latencies: number[]
  tally: Tally
}

function open(): Promise<Rig> {
  const now = Date.now()
  return openRig({
    members: { people: reminders, events: 1, singles: 0, others: requests, at: now - 60_000 },
    withAllChannels: 0,
    mailCallsPerSecond: callsPerSecond,
    mailLimit: callsPerSecond,
    output: values.verbose ? 'inherit' : 'ignore',
    platform: { clock: new Clock(now), skipsIdleTime: false },
  })
}

async function untilMailed(rig: Rig, share: number): Promise<void> {
  while (((await rig.countMails()) ?? 0) < share * reminders && !rig.platform.isOver) {
    await sleep(100)
  }
}

/** Requests new passwords, spread evenly over the run. */
async function requestPasswords(rig: Rig): Promise<MailRequest[]> {
  const mailRequests: MailRequest[] = []
  for (let number = 1; number <= requests; number += 1) {
    await untilMailed(rig, number / (requests + 2))
    const to = `member_${reminders + number}@people.example`
    mailRequests.push({ at: Date.now(), to })
    await fetch(`${rig.platform.url}/api/v1/auth/reset_password/request`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': `203.0.113.${number}` },
      body: JSON.stringify({ email: to }),
    })
  }
  return mailRequests
}

async function breakMail(rig: Rig, seconds: number): Promise<void> {
  await untilMailed(rig, outageAt)
  await rig.mail.kill()
  await sleep(seconds * 1000)
  await rig.mail.restart()
}

async function measure(outageSeconds: number): Promise<Found> {
  const rig = await open()
  try {
    const began = Date.now()
    const passwords = requestPasswords(rig)
    const breaking = outageSeconds > 0 ? breakMail(rig, outageSeconds) : Promise.resolve()
    let isBroken = outageSeconds > 0
    void breaking.then(() => (isBroken = false))
    await rig.platform.work(async () => !isBroken && (await rig.isDelivered()), began + 22 * hour)
    return await count(rig, began, await passwords)
  } finally {
    await rig.close()
  }
}

async function count(rig: Rig, began: number, passwords: MailRequest[]): Promise<Found> {
  const calls = rig.calls()
  const taken = calls.filter(({ answer }) => answer === 'taken').flatMap(({ to }) => to)
  const reminded = taken.map(parsePerson).filter((person) => person <= reminders)
  const { rows } = await rig.db.$client.execute(
    `select user_id as person from deliveries where status = 'unknown'`,
  )
  return {
    seconds: secondsUntilLast(began, calls),
    calls: calls.length,
    refused: calls.filter(({ answer }) => answer === 'limited').length,
    latencies: computeLatencies(passwords, calls),
    tally: countDeliveries('email', {
      expected: Array.from({ length: reminders }, (_, index) => index + 1),
      arrivals: countEach(reminded),
      unknown: new Set(rows.map((row) => Number(row['person']))),
    }),
  }
}

function report(name: string, { seconds, calls, refused, latencies, tally }: Found): void {
  const inSeconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`
  console.log(`\n${name}`)
  console.log(`  reminders            ${reminders}`)
  console.log(`  seconds              ${seconds.toFixed(1)}`)
  console.log(`  mails a second       ${(reminders / seconds).toFixed(0)}`)
  console.log(`  calls                ${calls}, ${refused} of them answered 429`)
  console.log(
    `  account mail         median ${inSeconds(median(latencies))},`,
    `longest ${inSeconds(Math.max(...latencies))}`,
  )
  console.log(`  lost, doubled        ${tally.lost}, ${tally.doubled}`)
}

await prepareBench()
const without = await measure(0)
report('without an outage', without)
let isReached =
  isFlawless(without.tally) && Math.max(...without.latencies) <= mostLatencySeconds * 1000
if (outage > 0) {
  const broken = await measure(outage)
  report(`with an outage of ${outage} s`, broken)
  const ratio = outageRatio({ without: without.seconds, outage, with: broken.seconds })
  console.log(`  ratio                ${ratio.toFixed(3)} (aim: ${mostRatio})`)
  isReached &&= isFlawless(broken.tally) && ratio <= mostRatio
}
if (!isReached) process.exitCode = 1
