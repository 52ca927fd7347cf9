import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { write, type Ctx, type Visitor } from '#worker/context.ts'
import type { CampaignId, UserId } from '#worker/contracts/ids.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries, notificationChannels } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { afterChange, buildSetSql, insert, update } from '#worker/db/writes.ts'
import { recordConsent } from '#worker/features/notifications/campaigns/consents.ts'
import type { SwitchableKind } from '#worker/features/notifications/kinds.ts'
import { AppError } from '#worker/api/errors.ts'
import { hmacSha256 } from '#worker/auth/crypto.ts'
import { listSigningSecrets } from '#worker/auth/keys.ts'

export function marketingTokenSubject(campaignId: CampaignId): string {
  return `marketing_${campaignId}`
}

function parseCampaignId(kind: string): number | undefined {
  const [, id] = /^marketing_(\d+)$/.exec(kind) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Lets a mail program switch one kind of mail off without signing in (RFC 8058). */
export function createUnsubscribeToken(secret: string, userId: UserId, kind: string): string {
  return `${userId}-${kind}-${hmacSha256(secret, `unsubscribe:${userId}:${kind}`)}`
}

function parseUnsubscribeToken(
  ctx: Ctx,
  token: string,
): { userId: UserId; kind: string } | undefined {
  const [, id, kind] = /^(\d{1,15})-([a-z_]{1,40}\d{0,15})-/.exec(token) ?? []
  const userId = Number(id) as UserId
  if (!kind) return undefined
  const isOurs = listSigningSecrets(ctx.config).some(
    (secret) => createUnsubscribeToken(secret, userId, kind) === token,
  )
  return isOurs ? { userId, kind } : undefined
}

/** @throws AppError `page_not_found` for a token that is none of ours */
export function readUnsubscribeTokenKind(ctx: Ctx, token: string): 'marketing' | 'notification' {
  const subject = parseUnsubscribeToken(ctx, token)
  if (!subject) throw new AppError('not_found', 'page_not_found')
  return parseCampaignId(subject.kind) === undefined ? 'notification' : 'marketing'
}

export async function unsubscribe(ctx: Ctx<Visitor>, token: string): Promise<void> {
  const { userId, kind } = parseUnsubscribeToken(ctx, token) ?? {}
  if (!userId || !kind) throw new AppError('not_found', 'page_not_found')
  const campaignId = parseCampaignId(kind)
  if (campaignId !== undefined) return stopMarketing(ctx, userId, campaignId)
  await write(ctx, [
    insert(
      notificationChannels,
      // The token is ours: it names the kind of a mail that was sent.
      { userId: users.id, kind: kind as SwitchableKind, channel: 'email', isEnabled: false },
      {
        from: sql`${users}`,
        where: sql`${users.id} = ${userId}`,
        onConflict: sql`do update set ${buildSetSql(notificationChannels, { isEnabled: false })}`,
      },
    ),
  ])
}

async function stopMarketing(ctx: Ctx<Visitor>, userId: UserId, campaignId: number): Promise<void> {
  const text = m.unsubscribe_marketing_text({}, { locale: ctx.locale })
  const counted = update(
    campaigns,
    { unsubscribed: sql<number>`${campaigns.unsubscribed} + 1` },
    {
      where: sql`${campaigns.id} = ${campaignId}
        and exists (select 1 from ${deliveries} where ${deliveries.key} = ${`campaign:${campaignId}`}
          and ${deliveries.userId} = ${userId} and ${deliveries.channel} = 'email')`,
    },
  )
  await write(ctx, [
    recordConsent(ctx, { userId, purpose: 'marketing', isGiven: false, way: 'mailed_link', text }),
    afterChange(
      update(
        users,
        { marketingOptIn: false },
        { where: sql`${users.id} = ${userId} and ${users.marketingOptIn} is not 0` },
      ),
      { counted },
    ),
  ])
}
