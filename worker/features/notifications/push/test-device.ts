import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { PushSubscriptionId, UserId } from '#worker/contracts/ids.ts'
import { pushSubscriptions } from '#worker/db/schema/notifications.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { remove } from '#worker/db/writes.ts'
import { localePath } from '#worker/locale/locale.ts'
import { AppError } from '#worker/api/errors.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'

type OwnDevice = { id: PushSubscriptionId; userId: UserId }

const isOwnDevice = ({ id, userId }: Params<OwnDevice>) =>
  sql`${pushSubscriptions.id} = ${id} and ${pushSubscriptions.userId} = ${userId}`

const selectDevice = prepare((device: Params<OwnDevice>) =>
  selectFirst(
    {
      endpoint: pushSubscriptions.endpoint,
      p256dh: pushSubscriptions.p256dh,
      auth: pushSubscriptions.auth,
    },
    sql`from ${pushSubscriptions} where ${isOwnDevice(device)}`,
  ),
)

const deleteDevice = prepare((device: Params<OwnDevice>) =>
  remove(pushSubscriptions, { where: isOwnDevice(device) }),
)

/** Whether it was shown, the person says: a push service knows only that it took it. */
export async function testDevice(ctx: Ctx<Member>, id: PushSubscriptionId): Promise<void> {
  const { userId } = ctx.actor
  const { config, locale } = ctx
  const { device } = await read(ctx, { device: selectDevice({ id, userId }) })
  if (!device) throw new AppError('not_found', 'push_device_not_found')
  const { endpoint, p256dh, auth } = device
  const keys = { p256dh, auth: decrypt(listEncryptionKeys(config), auth) }
  const outcome = await ctx.push.send(
    { endpoint, keys },
    {
      payload: {
        web_push: 8030,
        notification: {
          title: 'Hypecal',
          navigate: config.SITE_URL + localePath(locale, '/profile/notifications'),
          body: m.push_test_text({}, { locale }),
          lang: locale,
          tag: 'test',
          renotify: true,
          icon: `${config.SITE_URL}/icons/icon-192.png`,
        },
      },
      ttlSeconds: 60,
      urgency: 'high',
      topic: 'test',
    },
  )
  if (outcome.kind === 'gone') {
    await write(ctx, [deleteDevice({ id, userId })])
    throw new AppError('not_found', 'push_device_not_found')
  }
  if (outcome.kind !== 'sent') throw new AppError('conflict', 'push_test_failed')
}
