import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { write, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { RowOf } from '#worker/db/row.ts'
import { accountTokens } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { PendingAction, type ResumePoint, type ResumePointView } from './contract.ts'
import { isLinkRightOpen } from './link-rights.ts'

const resumeColumns = {
  returnPath: accountTokens.returnPath,
  pendingAction: accountTokens.pendingAction,
}
type ResumeRow = RowOf<typeof resumeColumns>

/** An action is stored as `hype 205`. */
export function toResumePointColumns(resume: ResumePoint | null): ResumeRow {
  const action = resume?.action
  return {
    returnPath: resume?.return_path ?? null,
    pendingAction: action ? `${action.name} ${action.subject}` : null,
  }
}

function toResumePoint({ returnPath, pendingAction }: ResumeRow): ResumePoint | null {
  if (returnPath === null) return null
  const [name, subject] = (pendingAction ?? '').split(' ')
  const action = v.safeParse(PendingAction, { name, subject })
  return { return_path: returnPath, action: action.success ? action.output : null }
}

const takePending = prepare(({ userId, now }: Params<{ userId: UserId; now: number }>) =>
  update(
    accountTokens,
    { resumedAt: now },
    {
      where: sql`${accountTokens.userId} = ${userId} and ${isLinkRightOpen('resumption')}
        and ${accountTokens.returnPath} is not null and ${accountTokens.expiresAt} > ${now}
        and (${accountTokens.kind} = 'verify_email' or not ${isLinkRightOpen('act')})`,
      returning: { ...resumeColumns, createdAt: accountTokens.createdAt },
    },
  ),
)

/** Answers the newest, once. Anybody may request a reset, so only a used link counts. */
export async function consumeResumePoint(ctx: Ctx<Member>): Promise<ResumePointView> {
  const { now, actor } = ctx
  const { pending } = await write(ctx, { pending: takePending({ userId: actor.userId, now }) })
  const [newest] = pending.sort((a, b) => b.createdAt - a.createdAt)
  return { resume: newest ? toResumePoint(newest) : null }
}
