import type { SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { notify, sendQueued, type Notice } from '#worker/features/outbox/outbox.ts'

/** How many people one message of a fan-out writes to. */
export const pageSize = 500

type Page = {
  notice: Notice
  /** What else the page writes. */
  alongside?: Statement[]
  /** Writes down how far it went, `returning after_user_id as after, done_at as doneAt`; no row when it is off. */
  progress: SQL
}

/**
 * Writes a notice to one page of people, and how far that went, in one transaction.
 * @returns the last person when others follow.
 */
export async function writePage(
  ctx: Ctx<System>,
  { notice, alongside = [], progress }: Page,
): Promise<UserId | undefined> {
  const [queued, [reached]] = await write(ctx, [
    notify(ctx, notice),
    rows<{ after: UserId; doneAt: number | null }>(ctx.db, progress),
    ...alongside,
  ])
  await sendQueued(ctx, queued)
  return reached?.doneAt === null ? reached.after : undefined
}
