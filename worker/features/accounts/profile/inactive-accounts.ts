import { sql, type SQL } from 'drizzle-orm'
import { read, writeInOrder, type Ctx, type System } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { monthsBefore, retentionTerms } from '#worker/contracts/retention-terms.ts'
import { literal } from '#worker/db/conditions.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { deliveries, mailSuppressions } from '#worker/db/schema/notifications.ts'
import { select } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { sendSecurityMail } from '#worker/features/accounts/account-mail.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { eraseMember, erasureColumns } from './erase-member.ts'

const firstWarningDays = 30
const secondWarningDays = 7
const warningsPerHour = 200
const deletionsPerHour = 20

const { inactiveAccounts, unwarnedAccounts } = retentionTerms

/** Their last visit; null where they never came since it is recorded. */
const { seenAt, deletionAt } = users

const isMailed = sql`${users.isActive} = 1 and ${users.emailVerifiedAt} is not null
  and not exists (select 1 from ${mailSuppressions}
    where ${mailSuppressions.userId} = ${users.id} and ${mailSuppressions.clearedAt} is null)`
const unseenBefore = (at: number) => sql`${users.role} = 'member' and ${seenAt} < ${at}`

const secondWarningKey = sql`'inactive_account:2:' || ${deletionAt}`

function isDueForDeletion({ now }: Pick<Ctx, 'now'>): SQL {
  return sql`(${unseenBefore(monthsBefore(now, inactiveAccounts.months))} and ${deletionAt} <= ${now}
      and ${isMailed} and exists (select 1 from ${deliveries} where ${deliveries.userId} = ${users.id}
        and ${deliveries.channel} = 'email' and ${deliveries.key} = ${secondWarningKey}
        and ${deliveries.createdAt} <= ${now - secondWarningDays * dayMs})
    or ${unseenBefore(monthsBefore(now, unwarnedAccounts.months))} and not (${isMailed}))`
}

/** The first a month, the second a week before. Whoever logs in is not deleted. */
async function warnInactiveMembers(ctx: Ctx<System>): Promise<void> {
  const { now } = ctx
  const deletesAt = now + firstWarningDays * dayMs
  const page = (condition: SQL) => sql`${users.id} in (select ${users.id} from ${users}
    where ${condition} order by ${seenAt} limit ${literal(warningsPerHour)})`
  const unwarned = sql`${unseenBefore(monthsBefore(deletesAt, inactiveAccounts.months))}
    and ${deletionAt} is null and ${isMailed}`
  const mail = (person: SQL, key: SQL) =>
    sendSecurityMail(ctx, {
      kind: 'inactive_account',
      person,
      key,
      details: sql`json_object('until', ${deletionAt})`,
    })
  const lacksSecond = sql`${seenAt} is not null and ${isMailed} and not exists
    (select 1 from ${deliveries} where ${deliveries.userId} = ${users.id}
      and ${deliveries.channel} = 'email' and ${deliveries.key} = ${secondWarningKey})`
  const inWeek = now + secondWarningDays * dayMs
  const { first, second } = await writeInOrder(ctx, {
    announced: update(users, { deletionAt: deletesAt }, { where: page(unwarned) }),
    first: mail(sql`${deletionAt} = ${deletesAt}`, sql`'inactive_account:1:' || ${deletionAt}`),
    // A late warning gives the same week.
    postponed: update(
      users,
      { deletionAt: inWeek },
      { where: page(sql`${deletionAt} < ${inWeek - dayMs} and ${lacksSecond}`) },
    ),
    second: mail(page(sql`${deletionAt} <= ${inWeek} and ${lacksSecond}`), secondWarningKey),
  })
  await sendQueuedDeliveries(ctx, [...first, ...second])
}

async function eraseInactiveMembers(ctx: Ctx<System>): Promise<void> {
  const isDue = isDueForDeletion(ctx)
  const { due } = await read(ctx, {
    due: select(
      { ...erasureColumns, seenAt, deletionAt },
      sql`from ${users} where ${isDue} order by ${seenAt} limit ${literal(deletionsPerHour)}`,
    ),
  })
  for (const { seenAt: seen, deletionAt: announced, ...person } of due) {
    // Reads their own row alone: the deletion removes what else made them due.
    const when = sql`${users.role} = 'member' and ${seenAt} is ${seen} and ${deletionAt} is ${announced}`
    await eraseMember(ctx, person, { when, detail: 'inactive' })
  }
}

/** Never of staff, whose role somebody has to take first. */
export async function closeInactiveAccounts(ctx: Ctx<System>): Promise<void> {
  await warnInactiveMembers(ctx)
  await eraseInactiveMembers(ctx)
}
