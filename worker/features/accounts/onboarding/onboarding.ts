import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import { gamificationInfo, selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { AppError } from '#worker/api/errors.ts'
import type { OnboardingCompleted, OnboardingStatus } from './contract.ts'

type Row = { shouldShow: 0 | 1 }

function selectStatus({ db, actor }: Ctx<Member>): Statement<Row[]> {
  return rows<Row>(
    db,
    sql`select onboarded_at is null and onboarding_skipped_at is null as shouldShow
      from users where id = ${actor.userId}`,
  )
}

/** Shown until it was finished or skipped once, on whatever device. */
export async function getOnboardingStatus(ctx: Ctx<Member>): Promise<OnboardingStatus> {
  const [[row]] = await read(ctx, [selectStatus(ctx)])
  return { should_show: Boolean(row?.shouldShow) }
}

/** Keeps the first time; after the last step there is nothing to skip. */
export async function skipOnboarding(ctx: Ctx<Member>): Promise<OnboardingStatus> {
  const [, [row]] = await write(ctx, [
    rows(
      ctx.db,
      sql`update users set onboarding_skipped_at = ${ctx.now} where id = ${ctx.actor.userId}
        and onboarding_skipped_at is null and onboarded_at is null`,
    ),
    selectStatus(ctx),
  ])
  return { should_show: Boolean(row?.shouldShow) }
}

/** Repeated, even at the same time, it earns its points once. */
export async function completeOnboarding(ctx: Ctx<Member>): Promise<OnboardingCompleted> {
  const { userId } = ctx.actor
  const [before] = await read(ctx, [selectProgress(ctx.actor)])
  if (!before) throw new AppError('unauthenticated', 'session_ended')
  const action = 'onboarding_finished'
  const [entry, ...rewards] = earnXp(ctx, { userId, action, subject: 'onboarding' })
  const [, [earned], [status], after = before] = await write(ctx, [
    rows(
      ctx.db,
      sql`update users set onboarded_at = ${ctx.now} where id = ${userId} and onboarded_at is null`,
    ),
    entry,
    selectStatus(ctx),
    selectProgress(ctx.actor),
    ...rewards,
  ])
  return {
    should_show: Boolean(status?.shouldShow),
    gamification_info: gamificationInfo(ctx, { action, before, after, earned }),
  }
}
