import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { write, type Ctx, type Member } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { PendingAction, type Resume, type ResumeView } from './contract.ts'

type ResumeColumns = { returnPath: string | null; pendingAction: string | null }

/** An action is stored as `hype 205`. */
export function toResumeColumns(resume: Resume | null): ResumeColumns {
  const action = resume?.action
  return {
    returnPath: resume?.return_path ?? null,
    pendingAction: action ? `${action.name} ${action.subject}` : null,
  }
}

function toResume({ returnPath, pendingAction }: ResumeColumns): Resume | null {
  if (returnPath === null) return null
  const [name, subject] = (pendingAction ?? '').split(' ')
  const action = v.safeParse(PendingAction, { name, subject })
  return { return_path: returnPath, action: action.success ? action.output : null }
}

/**
 * The pending action from before the account could be used. It is returned once: the newest counts
 * and older ones are dropped. Anybody may request a reset, so only a used link counts.
 */
export async function takeResume(ctx: Ctx<Member>): Promise<ResumeView> {
  const [taken] = await write(ctx, [
    rows<ResumeColumns & { createdAt: number }>(
      ctx.db,
      sql`update account_tokens set resumed_at = ${ctx.now}
        where user_id = ${ctx.actor.userId} and resumed_at is null and return_path is not null
          and expires_at > ${ctx.now} and (kind = 'verify_email' or used_at is not null)
        returning return_path as returnPath, pending_action as pendingAction,
          created_at as createdAt`,
    ),
  ])
  const [newest] = taken.sort((a, b) => b.createdAt - a.createdAt)
  return { resume: newest ? toResume(newest) : null }
}
