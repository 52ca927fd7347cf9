import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigratedDatabase, type LocalDatabase } from '../local/database.ts'
import { readOrCreateSecrets, deriveVapidKeys } from '../local/secrets.ts'
import { startReceiver, type Receiver } from './fakes.ts'
import { serveDriven, type Output } from './workerd.ts'
import type { Clock } from './clock.ts'
import { parseLedger, type MailEntry } from './mail-ledger.ts'
import { seedChannels, seedMembers, type Members } from './members.ts'
import { Platform, type PlatformOptions } from './platform.ts'
import { createBenchVars } from './scale-site.ts'
import { startService, type Service } from './service.ts'

/** The built worker with all that it talks to, each in a process that can be killed. */
export type Rig = {
  clock: Clock
  platform: Platform
  database: Service
  db: LocalDatabase
  mail: Service
  discord: Receiver
  push: Receiver
  /** To the mail service, whether it took them or not. */
  calls(): MailEntry[]
  /** Number of mails it took; undefined while the service is away. */
  countMails(): Promise<number | undefined>
  /** True if everything that was due is over. */
  isDelivered(): Promise<boolean>
  close(): Promise<void>
}

export type RigOptions = {
  members: Members
  /** Number of them that have Discord and a device too. */
  withAllChannels: number
  mailCallsPerSecond: number
  /** Mails that the service takes; undefined: all. */
  mailLimit?: number
  /** One in so many answers is lost. */
  cutOneIn?: { mail: number; other: number }
  output: Output
  platform: Omit<PlatformOptions, 'start'>
}

type Around = Pick<Rig, 'database' | 'db' | 'mail' | 'discord' | 'push'>

export async function openRig(options: RigOptions): Promise<Rig> {
  const dataDir = mkdtempSync(join(tmpdir(), 'hypecal-delivery-'))
  const ledger = join(dataDir, 'mails.ndjson')
  const around = await startAround(dataDir, ledger, options)
  const platform = new Platform({
    ...options.platform,
    start: (queuePort) =>
      serveDriven(dataDir, varsOf(dataDir, around, options), queuePort, options),
  })
  await platform.open()
  return {
    ...around,
    clock: options.platform.clock,
    platform,
    calls: () => parseLedger(readFileSync(ledger, 'utf8')),
    countMails: () => countMails(around.mail),
    isDelivered: () => isDelivered(around.db, options.members.events),
    async close() {
      await platform.close()
      const { mail, discord, push, database } = around
      for (const service of [mail, discord, push, database]) await service.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function startAround(dataDir: string, ledger: string, options: RigOptions): Promise<Around> {
  const { members, withAllChannels, mailLimit, cutOneIn = { mail: 0, other: 0 } } = options
  const { database: authToken, encryption: encryptionKey } = readOrCreateSecrets(dataDir)
  const database = await startService('database-service.ts', { dataDir, authToken })
  const db = await openMigratedDatabase({ url: database.url, authToken })
  const file = join(dataDir, 'db', 'hypecal.db')
  seedMembers(file, members)
  seedChannels(file, { encryptionKey, count: withAllChannels })
  const limits = { callsPerSecond: mailLimit, cutOneIn: cutOneIn.mail }
  const mail = await startService('mail-service.ts', { ledger, ...limits })
  const [discord, push] = [await startReceiver(cutOneIn.other), await startReceiver(cutOneIn.other)]
  return { database, db, mail, discord, push }
}

function varsOf(
  dataDir: string,
  { database, mail, discord, push }: Around,
  { mailCallsPerSecond }: RigOptions,
): Record<string, string> {
  const secrets = readOrCreateSecrets(dataDir)
  return {
    ...createBenchVars(secrets, database.url),
    ...deriveVapidKeys(secrets.jwt),
    MAIL_API_URL: mail.url,
    MAIL_CALLS_PER_SECOND: String(mailCallsPerSecond),
    DISCORD_API_URL: `http://127.0.0.1:${discord.port}`,
    PUSH_URL: `http://127.0.0.1:${push.port}`,
  }
}

async function countMails({ url }: Service): Promise<number | undefined> {
  try {
    const answer = await fetch(url)
    return ((await answer.json()) as { mails: number }).mails
  } catch {
    return undefined
  }
}

/** Not while the database is away. */
async function isDelivered({ $client }: LocalDatabase, events: number): Promise<boolean> {
  try {
    const { rows } = await $client.execute(`select
      (select count(*) from reminder_fanouts where done_at is not null) as fanned,
      exists (select 1 from deliveries where status = 'pending') as isPending,
      exists (select 1 from deliveries where status = 'claimed') as isClaimed`)
    const [state] = rows
    return state?.['fanned'] === events && state['isPending'] === 0 && state['isClaimed'] === 0
  } catch {
    return false
  }
}
