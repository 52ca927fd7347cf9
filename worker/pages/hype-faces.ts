import { sql } from 'drizzle-orm'
import { e, u } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import type { RowOf } from '#worker/db/row.ts'
import { hypes } from '#worker/db/schema/events.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { memberAvatarPath } from '#worker/features/media/generated-images/paths.ts'

const h = alias(hypes, 'h')

const facesAtMost = 5

const columns = { id: u.id, username: u.username, avatarPath: u.avatarPath }

export type HypeFace = {
  username: string
  avatar_path: string
  drawn_avatar_path: string
}

/** The last to hype. Hypes have a mark of who may be shown, so that few rows are read. */
export const selectHypeFaces = prepare(({ slug }: Params<{ slug: string }>) =>
  select(
    columns,
    sql`from ${e} cross join ${h} on ${h.eventId} = ${e.id} and ${h.isShown} = 1
      cross join ${u} on ${u.id} = ${h.userId}
      where ${e.slug} = ${slug} and ${equals(e.status, 'approved')}
      order by ${h.createdAt} desc, ${h.userId} desc limit ${facesAtMost}`,
  ),
)

export function toHypeFaces(rows: RowOf<typeof columns>[]): HypeFace[] {
  return rows.map(({ id, username, avatarPath }) => {
    const drawn = memberAvatarPath(id)
    return { username, avatar_path: avatarPath ?? drawn, drawn_avatar_path: drawn }
  })
}
