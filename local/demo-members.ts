import { sql } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { Statement } from '#worker/db/client.ts'
import { events, hypes } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { xpEntries } from '#worker/db/schema/gamification.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, jsonField, jsonRows } from '#worker/db/writes.ts'

const names = `mika nora sol teo lina hugo ines zoe max ada leo ruth omar elsa noa ivan clara sami
  maya tom lucia yann bea otto carmen nils rosa jules alba finn marta gael ida pablo lou vera
  enzo nina diego anna remy olga luis emma kai sara axel pilar june felix cora marc dina hans
  lola abel tess rafa wren milo`
const usernames = names.split(/\s+/).map((name) => `demo_${name}`)

export const demoProposers = usernames.slice(0, 8)

/** Inserts demo members, as whom nobody can log in. */
export function insertDemoMembers(now: number): Statement {
  const email = sql<string>`value || '@example.com'`
  const joinedAt = sql<number>`${now - 200 * dayMs} + key * ${2 * dayMs}`
  return insert(
    users,
    {
      username: sql<string>`value`,
      usernameKey: sql<string>`value`,
      email,
      emailKey: email,
      emailVerifiedAt: joinedAt,
      interfaceLanguage: sql<AcceptedLocale>`json_extract('["en","fr","es"]', '$[' || (key % 3) || ']')`,
      onboardedAt: joinedAt,
      createdAt: joinedAt,
    },
    { from: sql`json_each(${JSON.stringify(usernames)})`, onConflict: sql`do nothing` },
  )
}

export type DemoHypeCount = { import_key: string; hypes: number }

const e = alias(events, 'e')
const u = alias(users, 'u')
const h = alias(hypes, 'h')

export function insertDemoHypes(now: number, hypeCounts: DemoHypeCount[]): Statement[] {
  const hyped = sql`${jsonRows(hypeCounts)} join ${e} on ${e.importKey} = ${jsonField('import_key')}`
  const crowd = JSON.stringify(usernames)
  return [
    insert(
      hypes,
      {
        eventId: e.id,
        userId: u.id,
        createdAt: sql<number>`min(${now}, ${e.startAt})
          - (m.key * 7919 + ${e.id} * 104729) * 1000 % ${20 * dayMs}`,
      },
      {
        from: sql`${hyped} join json_each(${crowd}) m
          on (m.key + ${e.id} * 7) % ${usernames.length} < ${jsonField('hypes')}
          join ${u} on ${u.usernameKey} = m.value`,
        onConflict: sql`do nothing`,
      },
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
        from: sql`${hyped} join ${h} on ${h.eventId} = ${e.id} join ${u} on ${u.id} = ${h.userId}`,
        where: sql`${u.usernameKey} in (select value from json_each(${crowd}))`,
        onConflict: sql`do nothing`,
      },
    ),
  ]
}
