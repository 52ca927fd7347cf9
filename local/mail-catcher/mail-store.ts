import { hash, randomUUID } from 'node:crypto'
import { appendFileSync, writeFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, MailInput } from './mail.ts'
import { createHttpException } from './refusal.ts'

/** Lifetime of a key, as at Resend: it may be reused after a day. */
const KEY_LIFE_MS = 24 * 60 * 60 * 1000

/** One journal line per request: its mails and its key are stored together or not at all. */
type JournalEntry = { at: number; key: string | null; fingerprint: string; mails: Mail[] }

export type MailStore = Awaited<ReturnType<typeof openMailStore>>

export async function openMailStore(dir: string, now: () => number) {
  await mkdir(dir, { recursive: true })
  const journal = join(dir, 'mails.jsonl')
  const entries = await readMailJournal(journal)

  /** Synchronous: two concurrent requests with one key must not both store. */
  function accept(kind: 'single' | 'batch', key: string | null, inputs: MailInput[]): string[] {
    const at = now()
    const fingerprint = hash('sha256', JSON.stringify([kind, inputs]))
    const earlier = entries.findLast((entry) => key !== null && entry.key === key)
    if (earlier !== undefined && at - earlier.at < KEY_LIFE_MS) {
      if (earlier.fingerprint === fingerprint) return earlier.mails.map(({ id }) => id)
      throw createHttpException(
        409,
        'invalid_idempotent_request',
        'The key was used with another payload.',
      )
    }
    const date = new Date(at).toISOString()
    const mails = inputs.map((mail): Mail => ({ ...mail, id: randomUUID(), at: date }))
    const entry: JournalEntry = { at, key, fingerprint, mails }
    appendFileSync(journal, `${JSON.stringify(entry)}\n`)
    entries.push(entry)
    return mails.map(({ id }) => id)
  }

  return { accept, list: () => entries.flatMap((entry) => entry.mails) }
}

async function readMailJournal(path: string): Promise<JournalEntry[]> {
  const lines = (await readFile(path, { encoding: 'utf8', flag: 'a+' })).split('\n')
  const torn = lines.pop()
  // An incomplete line was cut by a crash; the next one must not be appended to it.
  if (torn !== '') writeFileSync(path, lines.map((line) => `${line}\n`).join(''))
  return lines.map((line) => JSON.parse(line) as JournalEntry)
}
