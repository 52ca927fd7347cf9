import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { inOrder, type Statement } from '#worker/db/client.ts'
import { alerts } from '#worker/db/schema/operations.ts'
import { insert, jsonField, jsonRows, remove, update } from '#worker/db/writes.ts'
import { brandColor } from '#worker/integrations/discord/discord-sender.ts'
import { composeMail } from '#worker/features/notifications/channels/mail.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { saveIncidents } from '#worker/features/operations/incidents/incidents.ts'
import { selectAlertFacts, toAlertFacts } from './alert-facts.ts'
import { findAlerts, type Alert } from './alert-rules.ts'

type SendAlert = (title: string, lines: string[]) => Promise<boolean>

/** The operator's own, from the bindings. Their texts are English, like the log. */
function listAlertSenders({ config, discord, mail, now }: Ctx): SendAlert[] {
  const { ALERT_WEBHOOK, ALERT_MAIL, SITE_URL } = config
  const channels: SendAlert[] = []
  if (ALERT_WEBHOOK) {
    channels.push(async (title, lines) => {
      const embed = { title, url: SITE_URL, description: lines.join('\n'), color: brandColor }
      return (await discord.send(ALERT_WEBHOOK, embed)).kind === 'sent'
    })
  }
  if (ALERT_MAIL) {
    channels.push(async (title, lines) => {
      const text = lines.join('\n')
      const about = { to: ALERT_MAIL, kind: 'alert', locale: 'en', siteUrl: SITE_URL } as const
      const written = composeMail({ ...about, footer: SITE_URL, title, text })
      return (await mail.send(written, `${title}:${now}`)).kind === 'sent'
    })
  }
  return channels
}

/** The row of an alert stays while its rule is broken, so that each is sent once. */
function saveActiveAlerts({ now }: Ctx, activeAlerts: Alert[]) {
  const names = JSON.stringify(activeAlerts.map(({ name }) => name))
  const { name, text, notifiedAt } = alerts
  return inOrder({
    cleared: remove(alerts, {
      where: sql`${name} not in (select value from json_each(${names}))`,
      returning: { name, text, notifiedAt },
    }),
    raised: insert(
      alerts,
      { name: jsonField<string>('name'), text: jsonField<string>('text'), raisedAt: now },
      { from: jsonRows(activeAlerts), where: sql`true`, onConflict: sql`do nothing` },
    ),
    unsent: update(
      alerts,
      { notifiedAt: now },
      { where: sql`${notifiedAt} is null`, returning: { name, text } },
    ),
  })
}

function markAlertsUnsent(list: Alert[]): Statement {
  const names = JSON.stringify(list.map(({ name }) => name))
  return update(
    alerts,
    { notifiedAt: null },
    { where: sql`${alerts.name} in (select value from json_each(${names}))` },
  )
}

/** Alerts that no channel took are sent by the next run. */
export async function checkAlerts(ctx: Ctx<System>): Promise<void> {
  const activeAlerts = findAlerts(toAlertFacts(ctx, await read(ctx, selectAlertFacts(ctx))))
  const { saved, incidents } = await write(ctx, {
    saved: saveActiveAlerts(ctx, activeAlerts),
    incidents: saveIncidents(ctx, activeAlerts),
  })
  const isStatusChanged = Object.values(incidents).some((changed) => changed.length > 0)
  if (isStatusChanged) await queuePurge(ctx, { type: 'status' })
  const { cleared, unsent } = saved
  const channels = listAlertSenders(ctx)
  for (const { name } of unsent) ctx.log({ event: 'alert_raised', name })
  for (const { name } of cleared) ctx.log({ event: 'alert_cleared', name })
  const isSent = await notifyOperator(channels, 'Hypecal alert', unsent)
  if (!isSent) await write(ctx, [markAlertsUnsent(unsent)])
  const over = cleared.filter(({ notifiedAt }) => notifiedAt !== null)
  await notifyOperator(channels, 'Hypecal alert over', over)
}

/** One channel that takes it is enough. */
async function notifyOperator(
  channels: SendAlert[],
  title: string,
  list: Alert[],
): Promise<boolean> {
  if (list.length === 0) return true
  const lines = list.map(({ text }) => text)
  const outcomes = await Promise.all(channels.map((send) => send(title, lines)))
  return outcomes.includes(true)
}
