import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import type { LocalDatabase } from '#local/database.ts'
import { UserError } from '#local/reason.ts'
import type { Ctx, System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { withdrawals } from '#worker/db/schema/withdrawals.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { batch, type Statement } from '#worker/db/client.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { notificationChannels } from '#worker/db/schema/notifications.ts'
import type { RowOf } from '#worker/db/row.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import {
  isStreamerOf,
  removeGuests,
  selectGuestNames,
} from '#worker/features/directory/opt-outs/opt-outs.ts'
import { removePicture } from '#worker/features/media/platform-pictures/remove-picture.ts'
import { recordConsent } from '#worker/features/notifications/campaigns/consents.ts'
import type { DeliveryChannel, SwitchableKind } from '#worker/features/notifications/kinds.ts'
import { eraseMember, erasureColumns } from '#worker/features/accounts/profile/erase-member.ts'
import {
  Journal,
  journalPrefix,
  type JournalEntry,
} from '#worker/features/operations/journal/journal.ts'
import { selectJournal } from '#worker/features/operations/journal/store-journal.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import type { MediaStore } from './media-store.ts'

export type JournalSource = { media: MediaStore | undefined; files: readonly string[] }

/** Beside the archive, for the day when the bucket is lost as well. */
export function journalFileOf(archive: string): string {
  return `${archive.replace(/\.ndjson\.gz$/, '')}.withdrawals.json`
}

function parseJournal(name: string, json: string): Journal {
  try {
    return v.parse(Journal, JSON.parse(json))
  } catch (error) {
    throw new UserError(`${name} is no journal of withdrawals`, { cause: error })
  }
}

/** Undefined where there is none at all. @throws UserError when they are of more than one site */
export async function readJournal({ media, files }: JournalSource): Promise<Journal | undefined> {
  const journals = files.map((file) => {
    if (!existsSync(file)) throw new UserError(`${file} does not exist`)
    return parseJournal(file, readFileSync(file, 'utf8'))
  })
  if (media) {
    for await (const { key } of media.list(journalPrefix)) {
      journals.push(parseJournal(key, await text((await media.read(key)).bytes)))
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
  const journal = await batch(db, 'read', selectJournal(sql`order by ${withdrawals.id}`))
  writeFileSync(file, JSON.stringify(journal), { mode: 0o600 })
  return journal.entries.length
}

/** Values that each of these leaves in the person's row of `users`. */
const withdrawnValues = {
  marketing: { marketingOptIn: false },
  leaderboard: { isOnLeaderboard: false },
  rewards: { isGamified: false },
  hype_faces: { isShownOnHypes: false },
  digest: { digest: 'off', digestNextAt: null },
  discord: { discordWebhook: null, discordDisabledAt: null },
} as const
type OptOutDetail = [platform: Platform | '', nameKey: string, platformId: string | null]
type PictureDetail = ['channel' | 'game', Platform, string, 'team' | 'owner']

/** Statements that may be repeated. */
async function takeBack(
  db: LocalDatabase,
  { kind, detail, at }: JournalEntry,
  userId: UserId,
): Promise<Statement[]> {
  const words = detail ?? ''
  if (kind === 'opt_out') {
    const [platform, nameKey, platformId] = JSON.parse(words) as OptOutDetail
    const { guests } = await batch(db, 'read', { guests: selectGuestNames() })
    const isSame = sql`${optOuts.platform} = ${platform} and ${optOuts.nameKey} = ${nameKey}`
    const isListed = sql`${streamers.unlistedAt} is null and ${isStreamerOf(isSame)}`
    const values = { platform, nameKey, platformId, createdAt: at }
    return [
      insert(optOuts, values, { onConflict: sql`do nothing` }),
      update(streamers, { unlistedAt: at }, { where: isListed }),
      ...(platform === '' ? [removeGuests(guests, nameKey)] : []),
    ]
  }
  if (kind === 'picture') {
    const [subjectKind, platform, subject, by] = JSON.parse(words) as PictureDetail
    return [removePicture({ now: at }, by, { kind: subjectKind, platform, subject })]
  }
  if (kind === 'notification') {
    const [switched, channel] = words.split(' ') as [SwitchableKind, DeliveryChannel]
    const values = { userId, kind: switched, channel, isEnabled: false }
    return [insert(notificationChannels, values, { onConflict: sql`do update set is_enabled = 0` })]
  }
  if (kind === 'calendar_feed') {
    const { userId: owner, tokenHash } = calendarFeeds
    return [remove(calendarFeeds, { where: sql`${owner} = ${userId} and ${tokenHash} = ${words}` })]
  }
  if (kind === 'account') return []
  const taken = update(users, withdrawnValues[kind], { where: sql`${users.id} = ${userId}` })
  if (kind !== 'marketing' && kind !== 'hype_faces') return [taken]
  const act = { userId, purpose: kind, isGiven: false, way: 'switch', text: '' } as const
  return [recordConsent({ now: at }, act), taken]
}

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
    if (entry.kind === 'account') applied.erased += Number(await eraseAgain(db, media, person))
    else if (person || entry.userId === null) {
      await batch(db, 'write', await takeBack(db, entry, person?.userId ?? (0 as UserId)))
      applied.withdrawn += 1
    }
  }
  return applied
}

/** The id alone may be another person's, who joined after the backup. */
async function findPerson(db: LocalDatabase, { userId, userCreatedAt }: JournalEntry) {
  const isTheirs = sql`${users.id} = ${userId} and ${users.createdAt} = ${userCreatedAt}`
  const { person } = await batch(db, 'read', {
    person: selectFirst(erasureColumns, sql`from ${users} where ${isTheirs}`),
  })
  return person
}

/** Does here what the queue would do: removes files; tokens were revoked the first time. */
async function eraseAgain(
  db: LocalDatabase,
  media: MediaStore | undefined,
  person: RowOf<typeof erasureColumns> | undefined,
): Promise<boolean> {
  if (!person) return false
  const keys: string[] = []
  const ctx = {
    db,
    now: Date.now(),
    actor: { kind: 'system' },
    config: { JWT_SECRET: process.env['JWT_SECRET'] ?? randomBytes(32).toString('hex') },
    media: {
      list: async ({ prefix }: { prefix: string }) => ({
        objects: media ? await Readable.from(media.list(prefix)).toArray() : [],
        truncated: false,
      }),
    },
    send: (messages: QueueMessage[]) => {
      keys.push(...messages.flatMap((message) => ('keys' in message ? message.keys : [])))
      return Promise.resolve()
    },
  } as unknown as Ctx<System>
  await eraseMember(ctx, person, { when: sql`true`, detail: 'restored' })
  for (const key of keys) await media?.remove(key)
  return true
}
