import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { LocalDatabase } from '#local/database.ts'
import { UserError } from '#local/reason.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { WithdrawalKind } from '#worker/db/schema/withdrawals.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { batch, type Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { notificationChannels } from '#worker/db/schema/notifications.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import { removePicture } from '#worker/features/media/platform-pictures/remove-picture.ts'
import { recordConsent } from '#worker/features/notifications/campaigns/consents.ts'
import type { DeliveryChannel, SwitchableKind } from '#worker/features/notifications/kinds.ts'
import { eraseMember } from '#worker/features/accounts/profile/erase-member.ts'
import {
  Journal,
  journalPrefix,
  type JournalEntry,
} from '#worker/features/operations/journal/journal.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import type { MediaStore, StoredObject } from './media-store.ts'

export type JournalSource = { media: MediaStore | undefined; files: readonly string[] }

/** Beside the archive, for the day when the bucket is lost as well. */
export function journalFileOf(archive: string): string {
  return `${archive.replace(/\.ndjson\.gz$/, '')}.withdrawals.json`
}

function parseJournal(name: string, text: string): Journal {
  try {
    return v.parse(Journal, JSON.parse(text))
  } catch (error) {
    throw new UserError(`${name} is no journal of withdrawals`, { cause: error })
  }
}

async function readObjectText(media: MediaStore, key: string): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of (await media.read(key)).bytes) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** Undefined where there is none at all. @throws UserError when they are of more than one site */
export async function readJournal({ media, files }: JournalSource): Promise<Journal | undefined> {
  const journals = files.map((file) => {
    if (!existsSync(file)) throw new UserError(`${file} does not exist`)
    return parseJournal(file, readFileSync(file, 'utf8'))
  })
  if (media) {
    for await (const { key } of media.list(journalPrefix)) {
      journals.push(parseJournal(key, await readObjectText(media, key)))
    }
  }
  const [firstJournal] = journals
  if (!firstJournal) return undefined
  const { installation } = firstJournal
  if (journals.some((journal) => journal.installation !== installation)) {
    throw new UserError('the journals of withdrawals are of different installations')
  }
  const entries = new Map<string, JournalEntry>()
  for (const entry of journals.flatMap((journal) => journal.entries)) {
    entries.set(`${entry.id} ${entry.at}`, entry)
  }
  return { installation, entries: [...entries.values()].toSorted((a, b) => a.id - b.id) }
}

/** All rows of the table, whether or not the bucket has them yet. */
export async function writeJournalFile(db: LocalDatabase, file: string): Promise<number> {
  const site = await db.$client.execute('select identifier from installation')
  const { rows } = await db.$client.execute(`select id, kind, user_id as userId,
    user_created_at as userCreatedAt, detail, at from withdrawals order by id`)
  const journal = v.parse(Journal, {
    installation: site.rows[0]?.['identifier'],
    entries: rows.map((row) => ({ ...row })),
  })
  writeFileSync(file, JSON.stringify(journal), { mode: 0o600 })
  return journal.entries.length
}

type Withdrawal = { userId: UserId; detail: string; at: number }
const ofMember = ({ userId }: Withdrawal) => ({ where: sql`${users.id} = ${userId}` })

function takeConsentBack(of: Withdrawal, purpose: 'marketing' | 'hype_faces'): Statement {
  const act = { purpose, isGiven: false, way: 'switch', text: '' } as const
  return recordConsent({ now: of.at } as Ctx, { userId: of.userId, ...act })
}

/** Each is repeatable. */
const takingBack: Record<Exclude<WithdrawalKind, 'account'>, (of: Withdrawal) => Statement[]> = {
  marketing: (of) => [
    takeConsentBack(of, 'marketing'),
    update(users, { marketingOptIn: false }, ofMember(of)),
  ],
  leaderboard: (of) => [update(users, { isOnLeaderboard: false }, ofMember(of))],
  rewards: (of) => [update(users, { isGamified: false }, ofMember(of))],
  hype_faces: (of) => [
    takeConsentBack(of, 'hype_faces'),
    update(users, { isShownOnHypes: false }, ofMember(of)),
  ],
  digest: (of) => [update(users, { digest: 'off', digestNextAt: null }, ofMember(of))],
  discord: (of) => [update(users, { discordWebhook: null, discordDisabledAt: null }, ofMember(of))],
  notification: ({ userId, detail }) => {
    const [kind, channel] = detail.split(' ') as [SwitchableKind, DeliveryChannel]
    const values = { userId, kind, channel, isEnabled: false }
    return [insert(notificationChannels, values, { onConflict: sql`do update set is_enabled = 0` })]
  },
  calendar_feed: ({ userId, detail }) => [
    remove(calendarFeeds, {
      where: sql`${calendarFeeds.userId} = ${userId} and ${calendarFeeds.tokenHash} = ${detail}`,
    }),
  ],
  picture: ({ detail, at }) => {
    const [kind, platform, subject, by] = JSON.parse(detail) as PictureDetail
    return [removePicture({ now: at }, by, { kind, platform, subject })]
  },
}
type PictureDetail = ['channel' | 'game', Platform, string, 'team' | 'owner']

type AppliedWithdrawals = { erased: number; withdrawn: number }

/** Applies what is newer than the backup; the database has its schema of today. */
export async function applyJournal(
  db: LocalDatabase,
  media: MediaStore | undefined,
  { entries }: Journal,
): Promise<AppliedWithdrawals> {
  const { rows } = await db.$client.execute(
    `select coalesce(max(seq), 0) as seq from sqlite_sequence where name = 'withdrawals'`,
  )
  const newer = entries.filter(({ id }) => id > Number(rows[0]?.['seq']))
  const lastId = newer.at(-1)?.id
  if (lastId === undefined) return { erased: 0, withdrawn: 0 }
  // Rows written from here on have ids of their own, for the next restore.
  await db.$client.migrate([
    `insert into withdrawals (id, kind, at) values (${lastId}, 'account', 0)`,
    `delete from withdrawals where id = ${lastId}`,
  ])
  const applied = { erased: 0, withdrawn: 0 }
  for (const entry of newer) {
    const person = await findPerson(db, entry)
    if (!person && entry.kind !== 'picture') continue
    if (entry.kind !== 'account') {
      const withdrawal = {
        userId: person?.id ?? (0 as UserId),
        detail: entry.detail ?? '',
        at: entry.at,
      }
      await batch(db, 'write', takingBack[entry.kind](withdrawal))
      applied.withdrawn += 1
    } else if (person) {
      await eraseAgain(db, media, person)
      applied.erased += 1
    }
  }
  return applied
}

type Person = { id: UserId; usernameKey: string; emailKey: string | null; createdAt: number }

/** The id alone may be another person's, who joined after the backup. */
async function findPerson(
  { $client }: LocalDatabase,
  { userId, userCreatedAt }: JournalEntry,
): Promise<Person | undefined> {
  const { rows } = await $client.execute({
    sql: `select id, username_key as usernameKey, email_key as emailKey, created_at as createdAt
      from users where id = ? and created_at = ?`,
    args: [userId, userCreatedAt],
  })
  return rows[0] as unknown as Person | undefined
}

async function listObjects(media: MediaStore | undefined, prefix: string) {
  const objects: StoredObject[] = []
  if (media) for await (const object of media.list(prefix)) objects.push(object)
  return { objects, truncated: false }
}

/** Does here what the queue would do: removes files; tokens were revoked the first time. */
async function eraseAgain(
  db: LocalDatabase,
  media: MediaStore | undefined,
  { id: userId, usernameKey, emailKey, createdAt }: Person,
): Promise<void> {
  const keys: string[] = []
  const ctx = {
    db,
    now: Date.now(),
    actor: { kind: 'system' },
    locale: 'en',
    config: { JWT_SECRET: process.env['JWT_SECRET'] ?? randomBytes(32).toString('hex') },
    media: { list: ({ prefix }: { prefix: string }) => listObjects(media, prefix) },
    send: (messages: QueueMessage[]) => {
      keys.push(...messages.flatMap((message) => ('keys' in message ? message.keys : [])))
      return Promise.resolve()
    },
  } as unknown as Ctx<System>
  const when = sql`${users.createdAt} = ${createdAt}`
  await eraseMember(ctx, { userId, usernameKey, emailKey }, { when, detail: 'restored' })
  for (const key of keys) await media?.remove(key)
}
