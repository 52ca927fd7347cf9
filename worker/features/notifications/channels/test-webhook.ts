import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt } from '#worker/auth/crypto.ts'

/** Sends a line to the person's own webhook, so that they see it works before an event depends on it. */
export async function testDiscordWebhook(ctx: Ctx<Member>): Promise<void> {
  const [[person]] = await read(ctx, [
    rows<{ webhook: string | null }>(
      ctx.db,
      sql`select discord_webhook as webhook from users where id = ${ctx.actor.userId}`,
    ),
  ])
  if (!person?.webhook) throw new AppError('conflict', 'no_discord_webhook')
  const url = decrypt(ctx.config.ENCRYPTION_KEY, person.webhook)
  const outcome = await ctx.discord.send(url, m.discord_test({}, { locale: ctx.locale }))
  if (outcome.kind !== 'sent') throw new AppError('conflict', 'discord_test_failed')
}
