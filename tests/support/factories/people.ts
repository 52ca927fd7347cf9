import { createHash } from 'node:crypto'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import type { EventInput, ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { password, tokenFor } from './members.ts'
import { query } from './rows.ts'
import { type TestApi } from '#tests/support/drivers/api.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'

export type Person = { username: string; email: string; password: string; token: string }

/** Logs in at an instant and returns the access token, good for 15 minutes of that clock. */
export async function logIn(
  worker: TestApi,
  username: string,
  options: { now?: number; password?: string } = {},
): Promise<string> {
  const answer = await worker.call<TokensView>('POST', 'auth/login', {
    body: new URLSearchParams({ username, password: options.password ?? password }),
    now: options.now,
  })
  if (answer.status !== 200) throw new Error(`login of ${username} answered ${answer.status}`)
  return answer.body.access_token
}

let count = 0

/** A member with a verified address, through the mailed link. */
export async function signUpVerifiedMember(
  worker: TestApi,
  options: { now?: number } = {},
): Promise<Person> {
  const person = await signUpMember(worker, options)
  const token = await mailedToken(worker, person.email, 'verify')
  await worker.call('POST', 'auth/verify_email', { body: { token }, now: options.now })
  return person
}

/** A member who has not opened the mailed link. */
export async function signUpMember(
  worker: TestApi,
  { now }: { now?: number } = {},
): Promise<Person> {
  count += 1
  const username = `person-${process.pid}-${count}`
  const email = `${username}@example.com`
  const answer = await worker.call('POST', 'auth/signup', {
    body: { name: username, email, password },
    now,
  })
  if (answer.status !== 201) throw new Error(`sign-up answered ${answer.status}`)
  return { username, email, password, token: await tokenFor(worker, username, now) }
}

/** Waits for a mail to an address with a link to a page; the token is that of the newest. */
export function mailedToken(
  worker: Pick<TestApi, 'mails'>,
  email: string,
  page: 'verify' | 'reset-password' | 'delete-account',
): Promise<string> {
  const link = new RegExp(`/auth/${page}/([\\w-]+)`)
  return waitFor(async () => {
    const mails = await worker.mails(email)
    return mails.map(({ text }) => link.exec(text)?.[1]).find(Boolean)
  }, `a link to ${page} for ${email}`)
}

export function verificationToken(text: string): string {
  const token = /\/auth\/verify\/([\w-]+)/.exec(text)?.[1]
  if (!token) throw new Error('the mail holds no verification link')
  return token
}

let drafts = 0

/** A proposal that passes every rule; each has its own name and channel, so that none are similar. */
export function eventDraft(
  startAt: number,
  changes: Partial<Record<keyof EventInput, unknown>> = {},
) {
  drafts += 1
  const bytes = createHash('sha256').update(String(drafts)).digest().subarray(0, 12)
  const word = Array.from(bytes, (byte) => String.fromCharCode(97 + (byte % 26))).join('')
  return {
    name: `${word} marathon`,
    description: 'Twelve hours for a good cause.',
    start: new Date(startAt).toISOString(),
    end: new Date(startAt + 4 * hour).toISOString(),
    timezone: 'Europe/Paris',
    time_certainty: 'exact',
    language: 'en',
    platform: 'twitch',
    streaming_account_name: `channel_${word}`,
    category: 'charity',
    participants: [],
    proof_url: 'https://example.com/announcement',
    ...changes,
  }
}

export async function proposeEvent(
  worker: TestApi,
  token: string,
  startAt: number,
  options: { now?: number; changes?: Partial<Record<keyof EventInput, unknown>> } = {},
): Promise<ProposalView> {
  const body = eventDraft(startAt, options.changes)
  const answer = await worker.call<ProposalView>('POST', 'events', {
    token,
    body,
    now: options.now,
  })
  if (answer.status !== 201) throw new Error(`proposing answered ${answer.status}`)
  return answer.body
}

/** A proposer does not approve their own proposal where somebody else can. */
async function approverOf(worker: TestApi, now: number | undefined): Promise<string> {
  const [other] = await query<{ username: string }>(
    worker,
    `select username from users
      where role <> 'member' and username <> 'admin' and is_active = 1 limit 1`,
  )
  return tokenFor(worker, other?.username ?? 'admin', now)
}

/** Proposed by the admin and approved in the same breath. */
export async function publishEvent(
  worker: TestApi,
  startAt: number,
  options: { now?: number; changes?: Partial<Record<keyof EventInput, unknown>> } = {},
): Promise<ProposalView> {
  const token = await tokenFor(worker, 'admin', options.now)
  const proposal = await proposeEvent(worker, token, startAt, options)
  const approver = await approverOf(worker, options.now)
  // Many an approved event makes a proposer trusted: the fast track then has to be left first.
  if (proposal.approve_at) {
    const path = `admin/proposals/${proposal.id}/cancel_approval`
    await worker.call('POST', path, { token: approver, now: options.now })
  }
  const answer = await worker.call<ProposalView>('POST', `admin/proposals/${proposal.id}/approve`, {
    token: approver,
    body: { delay_seconds: 0 },
    now: options.now,
  })
  if (answer.status !== 200) throw new Error(`approving answered ${answer.status}`)
  return answer.body
}
