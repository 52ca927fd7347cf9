import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import {
  accountTokens,
  identities,
  sessions,
  signInCodes,
  users,
} from '#worker/db/schema/accounts.ts'
import { marketingConsents } from '#worker/db/schema/consents.ts'
import { calendarFeeds } from '#worker/db/schema/events.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { alias } from '#worker/db/write-sql.ts'
import { inOrder, type StatementRecord } from '#worker/db/client.ts'
import { afterChange, insert, remove, update } from '#worker/db/writes.ts'
import { acceptedTerms } from '#worker/features/accounts/terms.ts'
import { defaultTimeZone } from '#worker/features/accounts/settings.ts'
import { addTrust, earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { generateUsernames } from './generated-username.ts'
import { alwaysTrue, endLinkRights } from '#worker/features/accounts/link-rights.ts'

/** Null unless the code of this request was right just now. */
export function emailKeyVerifiedByCode({ now }: Ctx, requestHash: string): SQL<string | null> {
  return sql`(select ${signInCodes.emailKey} from ${signInCodes}
    where ${signInCodes.requestHash} = ${requestHash} and ${signInCodes.usedAt} = ${now})`
}

const existing = alias(users, 'existing')

/** Only where no account has the address; the first of the names that is free. */
export function insertVerifiedMember({ now }: Ctx, requestHash: string) {
  const key = sql<string>`candidate.value`
  return insert(
    users,
    {
      username: key,
      usernameKey: key,
      email: signInCodes.email,
      emailKey: signInCodes.emailKey,
      emailVerifiedAt: now,
      interfaceLanguage: signInCodes.language,
      ...acceptedTerms(now),
      timeZone: sql<string>`coalesce(${signInCodes.timeZone}, ${defaultTimeZone})`,
      createdAt: now,
    },
    {
      from: sql`${signInCodes} join json_each(${JSON.stringify(generateUsernames())}) candidate`,
      where: sql`${signInCodes.requestHash} = ${requestHash} and ${signInCodes.usedAt} = ${now}
        and not exists (select 1 from ${existing} where ${existing.usernameKey} = ${key})
        and not exists (select 1 from ${existing}
          where ${existing.emailKey} = ${signInCodes.emailKey})
        order by candidate.key limit 1`,
    },
  )
}

/**
 * The account may be a stranger's: it keeps nothing that would let the stranger back in or see what
 * its new owner does.
 */
export function takeOverUnverifiedAccount<const Dependents extends StatementRecord>(
  { now }: Ctx,
  emailKey: SQL<string | null>,
  dependents: Dependents,
) {
  const unproved = sql`${users.emailKey} = ${emailKey} and ${users.emailVerifiedAt} is null
    and ${users.isActive} = 1`
  const userId = sql<UserId>`(select ${users.id} from ${users} where ${unproved})`
  return inOrder({
    identities: remove(identities, { where: sql`${identities.userId} = ${userId}` }),
    devices: remove(pushSubscriptions, { where: sql`${pushSubscriptions.userId} = ${userId}` }),
    feeds: remove(calendarFeeds, { where: sql`${calendarFeeds.userId} = ${userId}` }),
    imports: remove(scheduleSources, { where: sql`${scheduleSources.userId} = ${userId}` }),
    sessions: update(
      sessions,
      { revokedAt: now },
      { where: sql`${sessions.userId} = ${userId} and ${sessions.revokedAt} is null` },
    ),
    links: endLinkRights(
      { act: alwaysTrue, continuation: alwaysTrue, resumption: alwaysTrue },
      sql`${accountTokens.userId} = ${userId}`,
      now,
    ),
    consents: remove(marketingConsents, { where: sql`${marketingConsents.userId} = ${userId}` }),
    account: afterChange(
      update(
        users,
        {
          passwordHash: null,
          discordWebhook: null,
          marketingOptIn: null,
          marketingAskedAt: null,
          emailVerifiedAt: now,
          signupExpiresAt: null,
          isShownOnHypes: false,
          ...acceptedTerms(now),
        },
        { where: unproved },
      ),
      dependents,
    ),
  })
}

export function rewardEmailVerifiedByCode(ctx: Ctx, emailKey: SQL<string | null>) {
  const userId = sql<UserId>`(select ${users.id} from ${users}
    where ${users.emailKey} = ${emailKey} and ${users.emailVerifiedAt} = ${ctx.now})`
  const ledgerFact = { userId, action: 'email_verified', subject: 'email' } as const
  return [inOrder(earnXp(ctx, ledgerFact)), addTrust(ctx, ledgerFact)] as const
}
