import { sql } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { fixedReminders } from '#worker/contracts/reminder-marks.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { Statement } from '#worker/db/client.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { reminderFanouts } from '#worker/db/schema/reminders.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, jsonField, jsonRows } from '#worker/db/writes.ts'
import { memberNames, pickMemberKeys, toMemberKey } from './demo-crowd.ts'

export const demoProposers = memberNames.slice(0, 8).map(toMemberKey)

/** Inserts demo members, as whom nobody can log in. */
export function insertDemoMembers(now: number): Statement {
  const members = memberNames.map((name, index) => ({ name, key: toMemberKey(name), index }))
  const index = jsonField<number>('index')
  const email = sql<string>`${jsonField('key')} || '@example.com'`
  const joinedAt = sql<number>`${now - 200 * dayMs} + ${index} * ${dayMs}`
  return insert(
    users,
    {
      username: jsonField<string>('name'),
      usernameKey: jsonField<string>('key'),
      email,
      emailKey: email,
      emailVerifiedAt: joinedAt,
      interfaceLanguage: sql<AcceptedLocale>`json_extract('["en","fr","es"]', '$[' || (${index} % 3) || ']')`,
      isShownOnHypes: sql<boolean>`${index} % 3 = 0`,
      onboardedAt: joinedAt,
      leaderboardToldAt: joinedAt,
      createdAt: joinedAt,
    },
    { from: jsonRows(members), onConflict: sql`do nothing` },
  )
}

export type DemoHypeCount = { import_key: string; hypes: number; subject: number }

const e = alias(events, 'e')
const u = alias(users, 'u')
const h = alias(hypes, 'h')

export function insertDemoHypes(now: number, hypeCounts: DemoHypeCount[]): Statement[] {
  const hyped = hypeCounts.map(({ import_key, hypes: count, subject }) => ({
    import_key,
    members: pickMemberKeys(count, subject),
  }))
  const from = sql`${jsonRows(hyped)} join ${e} on ${e.importKey} = ${jsonField('import_key')}
    join json_each(j.value, '$.members') m join ${u} on ${u.usernameKey} = m.value`
  return [
    insert(
      hypes,
      {
        eventId: e.id,
        userId: u.id,
        createdAt: sql<number>`min(${now}, ${e.startAt})
          - (${u.id} * 7919 + ${e.id} * 104729) * 1000 % ${20 * dayMs}`,
      },
      { from, onConflict: sql`do nothing` },
    ),
    insert(
      xpEntries,
      {
        userId: h.userId,
        action: 'hype',
        subject: sql<string>`'event:' || ${h.eventId}`,
        points: 5,
        at: h.createdAt,
      },
      {
        from: sql`${from} join ${h} on ${h.eventId} = ${e.id} and ${h.userId} = ${u.id}`,
        onConflict: sql`do nothing`,
      },
    ),
  ]
}

/** Hypes of the demo set are older than the site: reminders for marks that passed count as sent. */
export function skipPassedReminders(now: number): Statement[] {
  return fixedReminders.map(({ code, fromMs }) =>
    insert(
      reminderFanouts,
      {
        eventId: e.id,
        hours: sql<number>`${code}`,
        startAt: e.startAt,
        afterUserId: sql<0>`0`,
        touchedAt: sql<number>`${now}`,
        doneAt: sql<number>`${now}`,
      },
      {
        from: sql`${e}`,
        where: sql`${e.startAt} > ${now} and ${e.startAt} <= ${now + fromMs}`,
        onConflict: sql`do nothing`,
      },
    ),
  )
}
