import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { signInCodes } from '#worker/db/schema/accounts.ts'
import { first, select } from '#worker/db/statement.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import { findKnownDevice } from '#worker/features/accounts/known-device.ts'
import {
  assertNotThrottled,
  deleteAttempts,
  hashIdentifier,
  ipAddressRateLimit,
  isAllowed,
  recordAttempt,
  type RateLimit,
} from '#worker/features/accounts/throttle.ts'
import type { ClientInfo } from '#worker/request/client-info.ts'
import type { SignInCodeInput, SignInCodeView } from './contract.ts'
import { codeSeconds, newSignInCode } from './sign-in-code.ts'

const requestsPerAddress = 20
const codesPerMailbox = 5
const codesPerMailboxAndDay = 15

type Request = SignInCodeInput & {
  language: Locale
  client: ClientInfo & { deviceToken: string | undefined }
}

/** Counts the requests that unknown devices make for an address. */
export function mailboxSubject(ctx: Pick<Ctx, 'config'>, emailKey: string): string {
  return `code-mailbox:${hashIdentifier(ctx, emailKey)}`
}

function rateLimitOf(
  ctx: Ctx,
  emailKey: string,
  { device, address }: { device: string | undefined; address: string | undefined },
): RateLimit {
  // Requests of others cannot lock out a device that the account knows.
  const subject = device
    ? `code-device:${hashIdentifier(ctx, device)}`
    : mailboxSubject(ctx, emailKey)
  const { hourly } = ipAddressRateLimit(ctx, 'code', address, requestsPerAddress)
  return { hourly: [{ subject, limit: codesPerMailbox }, ...(device ? [] : hourly)] }
}

/** When an unknown device may request the next code for an address that got its codes of the day. */
function nextOfDay(emailKey: string, now: number): SQL<number> {
  return sql`(select ${signInCodes.createdAt} + ${dayMs} from ${signInCodes}
    where ${signInCodes.emailKey} = ${emailKey} and ${signInCodes.isKnownDevice} = 0
      and ${signInCodes.createdAt} > ${now - dayMs}
    order by ${signInCodes.createdAt} desc limit 1 offset ${codesPerMailboxAndDay - 1})`
}

/**
 * Mails a code to the address, which replaces the one before. Every address gets the same answer
 * after the same statements and the same message to the queue: with an account, without one, or of
 * staff, whom the mail tells to use the password.
 */
export async function requestSignInCode(
  ctx: Ctx<Visitor>,
  { email, time_zone, language, client }: Request,
): Promise<SignInCodeView> {
  const { now, config } = ctx
  const emailKey = email.toLowerCase()
  const device = findKnownDevice(ctx, client.deviceToken, emailKey)
  const rateLimit = rateLimitOf(ctx, emailKey, { device, address: client.address })
  const { request, ...code } = newSignInCode(config.JWT_SECRET)
  const retryAt = device ? sql<number>`0` : sql<number>`coalesce(${nextOfDay(emailKey, now)}, 0)`
  const isOpen = sql`${isAllowed(ctx, rateLimit)} and ${retryAt} <= ${now}`
  const { day, attempt } = await write(ctx, {
    day: first(select({ retryAt }, sql``)),
    former: update(
      signInCodes,
      { expiresAt: now },
      {
        where: sql`${signInCodes.emailKey} = ${emailKey} and ${signInCodes.expiresAt} > ${now} and ${isOpen}`,
      },
    ),
    code: insert(
      signInCodes,
      {
        ...code,
        email,
        emailKey,
        language,
        timeZone: time_zone ?? null,
        isKnownDevice: device !== undefined,
        createdAt: now,
        expiresAt: now + codeSeconds * 1000,
      },
      { where: isOpen },
    ),
    attempt: recordAttempt(ctx, rateLimit),
  })
  assertNotThrottled(ctx, attempt)
  assertNotThrottled(ctx, { throttle: day })
  await ctx.send([{ type: 'mail_sign_in_code', id: code.id }])
  return { request, expires_in: codeSeconds }
}

/** Of an address whose account is deleted, with the counters of its requests. */
export function removeSignInCodes(ctx: Ctx, emailKey: string, when: SQL): Statement[] {
  return [
    remove(signInCodes, { where: sql`${signInCodes.emailKey} = ${emailKey} and ${when}` }),
    deleteAttempts(mailboxSubject(ctx, emailKey), when),
  ]
}
