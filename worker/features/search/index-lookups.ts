import { sql, type SQL } from 'drizzle-orm'
import { literal } from '#worker/db/conditions.ts'

/** Numbers of `search_names` begin with it: a multiple of 2^60; see its migration. */
export const indexKinds = { event: 1, group: 2, game: 3, streamer: 4, participant: 5, account: 6 }

/** A limit of 0 is what keeps a part from being run. */
function limitIfSql(condition: SQL, atMost: number): SQL {
  return sql`iif(${condition}, ${literal(atMost)}, 0)`
}

export type IndexLookup = {
  name: string
  match: SQL
  firsts: number
  least?: SQL
  isAsked?: SQL
}

export function lookupCtes({
  name,
  match,
  firsts,
  least,
  isAsked = sql`true`,
}: IndexLookup): SQL[] {
  return [
    sql`${firstRowIdsCteName(name)} as materialized (select rowid as n from search_names(${match})
      ${least && sql`where rowid >= ${least}`}
      order by rowid desc limit ${limitIfSql(isAsked, firsts)})`,
    sql`${endCteName(name)} as materialized (select
      iif(count(*) < ${literal(firsts)}, 0, min(n) >> 60) as kind from ${firstRowIdsCteName(name)})`,
  ]
}

export function firstRowIdsCteName(name: string): SQL {
  return sql.raw(`${name}_firsts`)
}

function endCteName(name: string): SQL {
  return sql.raw(`${name}_end`)
}

/** A kind is looked up by itself only where the first numbers of all, in order, do not tell. */
export function rowIdsAmongKinds(
  { name, match }: IndexLookup,
  someKinds: SQL,
  atMost: number,
): SQL {
  const most = literal(atMost)
  const isOfKind = sql`from ${firstRowIdsCteName(name)} where n >> 60 = k.kind`
  return sql`select kind, value as n from (select k.kind as kind, iif(k.kind > past.kind
        or k.kind = past.kind and (select count(*) ${isOfKind}) >= ${most},
        (select json_group_array(n) from (select n ${isOfKind} limit ${most})),
        ${rowIdsOfKind(match, atMost)}) as list
      from (${someKinds}) k cross join ${endCteName(name)} past) cross join json_each(list)`
}

/** Most prominent first and never more than asked: a common word costs no more than a rare one. */
export function rowIdsOfKind(match: SQL, atMost: number): SQL {
  return sql`(select json_group_array(rowid) from (select rowid from search_names(${match})
    where rowid between k.kind << 60 and (k.kind + 1 << 60) - 1
    order by rowid desc limit ${literal(atMost)}))`
}
