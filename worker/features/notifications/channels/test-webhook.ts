import { m } from '#messages'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { localePath } from '#worker/locale/locale.ts'
import { AppError } from '#worker/api/errors.ts'
import { brandColor } from '#worker/integrations/discord/discord-sender.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'

const selectWebhook = prepareMemberRow({ webhook: users.discordWebhook })

export async function testDiscordWebhook(ctx: Ctx<Member>): Promise<void> {
  const { person } = await read(ctx, { person: selectWebhook(ctx.actor) })
  if (!person?.webhook) throw new AppError('conflict', 'no_discord_webhook')
  const url = decrypt(listEncryptionKeys(ctx.config), person.webhook)
  const outcome = await ctx.discord.send(url, {
    title: 'Hypecal',
    url: ctx.config.SITE_URL + localePath(ctx.locale, '/profile/notifications'),
    description: m.discord_test({}, { locale: ctx.locale }),
    color: brandColor,
  })
  if (outcome.kind !== 'sent') throw new AppError('conflict', 'discord_test_failed')
}
