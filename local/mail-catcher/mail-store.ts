import { createHash, randomUUID } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail } from './mail.ts'
import type { MailInput } from './mail-input.ts'
import { renderEml } from './mime.ts'
import { ApiError } from './reply.ts'

const JOURNAL = 'mails.jsonl'
/** As at Resend: a key may be reused after a day. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1000

/** One journal line per request, so that its mails and its key are stored together or not at all. */
type Entry = { at: number; key: string | null; fingerprint: string; mails: Mail[] }

export type MailSubmission = { kind: 'single' | 'batch'; key: string | null; mails: MailInput[] }

export type MailStore = {
  list: () => readonly Mail[]
  find: (id: string) => Mail | undefined
  /** The ids of the stored mails; a repeated key with the same payload returns the earlier ones. */
  accept: (sending: MailSubmission) => Promise<string[]>
}

export async function openMailStore(dir: string, now: () => number): Promise<MailStore> {
  await mkdir(dir, { recursive: true })
  const entries = await readJournal(dir)
  const mails = entries.flatMap((entry) => entry.mails)
  const keys = new Map<string, Entry>()
  for (const entry of entries) if (entry.key !== null) keys.set(entry.key, entry)

  async function store({ kind, key, mails: inputs }: MailSubmission): Promise<string[]> {
    const at = now()
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([kind, inputs]))
      .digest('hex')
    const earlier = key === null ? undefined : keys.get(key)
    if (earlier !== undefined && at - earlier.at < KEY_LIFE_MS) return replay(earlier, fingerprint)
    const entry: Entry = { at, key, fingerprint, mails: inputs.map((mail) => toMail(mail, at)) }
    for (const mail of entry.mails) await writeFile(join(dir, fileName(mail)), renderEml(mail))
    await appendFile(join(dir, JOURNAL), `${JSON.stringify(entry)}\n`)
    mails.push(...entry.mails)
    if (key !== null) keys.set(key, entry)
    return entry.mails.map((mail) => mail.id)
  }

  // Serial: two concurrent requests with one key must not both store.
  let last: Promise<unknown> = Promise.resolve()
  function accept(sending: MailSubmission): Promise<string[]> {
    const result = last.then(() => store(sending))
    last = result.catch(() => undefined)
    return result
  }

  return { list: () => mails, find: (id) => mails.find((mail) => mail.id === id), accept }
}

function replay(earlier: Entry, fingerprint: string): string[] {
  if (earlier.fingerprint === fingerprint) return earlier.mails.map((mail) => mail.id)
  throw new ApiError(
    409,
    'invalid_idempotent_request',
    'Same idempotency key used with a different request payload.',
  )
}

function toMail(input: MailInput, at: number): Mail {
  const { from, to, cc, bcc, subject, headers, tags } = input
  return {
    id: randomUUID(),
    at: new Date(at).toISOString(),
    from,
    to,
    cc,
    bcc,
    replyTo: input.reply_to,
    subject,
    html: input.html ?? null,
    text: input.text ?? null,
    headers,
    tags,
  }
}

/** Windows does not allow colons in file names. */
function fileName(mail: Mail): string {
  return `${mail.at.replaceAll(':', '-')}-${mail.id}.eml`
}

async function readJournal(dir: string): Promise<Entry[]> {
  const path = join(dir, JOURNAL)
  const lines = (await readFile(path, { encoding: 'utf8', flag: 'a+' })).split('\n')
  const torn = lines.pop()
  // An incomplete line was cut by a crash; the next one must not be appended to it.
  if (torn !== '') await writeFile(path, lines.map((line) => `${line}\n`).join(''))
  return lines.map(asEntry)
}

/** Safe: only `store` writes the journal. */
function asEntry(line: string): Entry {
  return JSON.parse(line) as Entry
}
