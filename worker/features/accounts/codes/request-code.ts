import { sql, type SQL } from 'drizzle-orm'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import { writeInOrder, type Ctx, type Visitor } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { signInCodes } from '#worker/db/schema/accounts.ts'
import { insert, remove } from '#worker/db/writes.ts'
import { findKnownDevice } from '#worker/features/accounts/known-device.ts'
import {
  assertNotThrottled,
  deleteAttempts,
  hashIdentifier,
  attemptAllowedSql,
  stripEmailTag,
  listNetworkLimits,
  recordAttempt,
  type RateLimit,
} from '#worker/request/attempt-limits.ts'
import { widenNetwork, type ClientInfo } from '#worker/request/client-info.ts'
import type { RequestSignInCodeInput, SignInCodeRequestView } from './contract.ts'
import { codeLifetimeSeconds, createSignInCode } from './sign-in-code.ts'

const requestsPerAddress = 20
/** For one mailbox, by one network and by all of them. */
const codesPerNetwork = { hour: 5, day: 15 }
const codesPerMailbox = { hour: 15, day: 60 }

type CodeRequest = RequestSignInCodeInput & {
  language: AcceptedLocale
  client: ClientInfo & { deviceToken: string | undefined }
}

export function mailboxRateLimitSubject(ctx: Pick<Ctx, 'config'>, emailKey: string): string {
  return `code-mailbox:${hashIdentifier(ctx, stripEmailTag(emailKey))}`
}

/**
 * Unknown devices are counted by network for each mailbox, so that no stranger takes the codes of
 * its owner, and all together, which bounds the mails and the guesses of many networks.
 */
function buildCodeRateLimit(
  ctx: Ctx,
  emailKey: string,
  { device, address }: { device: string | undefined; address: string | undefined },
): RateLimit {
  if (device) {
    const subject = `code-device:${hashIdentifier(ctx, device)}`
    return { hourly: [{ subject, limit: codesPerNetwork.hour }] }
  }
  const mailbox = mailboxRateLimitSubject(ctx, emailKey)
  const network = hashIdentifier(ctx, widenNetwork(address ?? 'local'))
  const counted = [
    { subject: mailbox, limits: codesPerMailbox },
    { subject: `${mailbox}:${network}`, limits: codesPerNetwork },
  ]
  return {
    hourly: [
      ...counted.map(({ subject, limits }) => ({ subject, limit: limits.hour })),
      ...listNetworkLimits(ctx, 'code', address, requestsPerAddress),
    ],
    daily: counted.map(({ subject, limits }) => ({ subject, limit: limits.day })),
  }
}

/**
 * Every address gets the same answer after the same statements and the same message to the queue.
 * Codes that others requested stay valid.
 */
export async function requestSignInCode(
  ctx: Ctx<Visitor>,
  { email, time_zone, language, client }: CodeRequest,
): Promise<SignInCodeRequestView> {
  const { now, config } = ctx
  const emailKey = email.toLowerCase()
  const device = findKnownDevice(ctx, client.deviceToken, emailKey)
  const rateLimit = buildCodeRateLimit(ctx, emailKey, { device, address: client.address })
  const { request, ...code } = createSignInCode(config.JWT_SECRET)
  const { attempt } = await writeInOrder(ctx, {
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
        expiresAt: now + codeLifetimeSeconds * 1000,
      },
      { where: attemptAllowedSql(ctx, rateLimit) },
    ),
    attempt: recordAttempt(ctx, rateLimit),
  })
  assertNotThrottled(ctx, attempt)
  await ctx.send([{ type: 'mail_sign_in_code', id: code.id }])
  return { request, expires_in: codeLifetimeSeconds }
}

export function removeSignInCodes(ctx: Ctx, emailKey: string, when: SQL): Statement[] {
  return [
    remove(signInCodes, { where: sql`${signInCodes.emailKey} = ${emailKey} and ${when}` }),
    deleteAttempts(mailboxRateLimitSubject(ctx, emailKey), when),
  ]
}
