import { sql } from 'drizzle-orm'
import { read, write, writeInOrder, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { booleanSql } from '#worker/db/row.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import {
  buildRewardResultView,
  selectProgress,
} from '#worker/features/gamification/ledger/progress.ts'
import { AppError } from '#worker/api/errors.ts'
import type { OnboardingCompletionView, OnboardingStatus } from './contract.ts'

export const selectOnboardingStatus = prepareMemberRow({
  shouldShow: booleanSql(
    sql`${users.onboardedAt} is null and ${users.onboardingSkippedAt} is null`,
  ),
})

export function toOnboardingStatus(row: { shouldShow: boolean } | undefined): OnboardingStatus {
  return { should_show: row?.shouldShow ?? false }
}

export async function getOnboardingStatus(ctx: Ctx<Member>): Promise<OnboardingStatus> {
  const { status } = await read(ctx, { status: selectOnboardingStatus(ctx.actor) })
  return toOnboardingStatus(status)
}

type MemberAtTime = { userId: UserId; now: number }

const markSkipped = prepare(({ userId, now }: Params<MemberAtTime>) =>
  update(
    users,
    { onboardingSkippedAt: now },
    {
      where: sql`${users.id} = ${userId} and ${users.onboardingSkippedAt} is null
        and ${users.onboardedAt} is null`,
    },
  ),
)

/** Keeps the first time; after the last step there is nothing to skip. */
export async function skipOnboarding(ctx: Ctx<Member>): Promise<OnboardingStatus> {
  const { status } = await write(ctx, {
    skipped: markSkipped({ userId: ctx.actor.userId, now: ctx.now }),
    status: selectOnboardingStatus(ctx.actor),
  })
  return toOnboardingStatus(status)
}

const markCompleted = prepare(({ userId, now }: Params<MemberAtTime>) =>
  update(
    users,
    { onboardedAt: now },
    { where: sql`${users.id} = ${userId} and ${users.onboardedAt} is null` },
  ),
)

/** Repeated, even at the same time, it earns its points once. */
export async function completeOnboarding(ctx: Ctx<Member>): Promise<OnboardingCompletionView> {
  const { userId } = ctx.actor
  const { before } = await read(ctx, { before: selectProgress(ctx.actor) })
  if (!before) throw new AppError('unauthenticated', 'session_ended')
  const action = 'onboarding_finished'
  const [entries, rewards] = earnXp(ctx, { userId, action, subject: 'onboarding' })
  const completion = await writeInOrder(ctx, {
    completed: markCompleted({ userId, now: ctx.now }),
    entries,
    status: selectOnboardingStatus(ctx.actor),
    after: selectProgress(ctx.actor),
    rewards,
  })
  const { after = before, status } = completion
  const [earnedXp] = completion.entries
  return {
    ...toOnboardingStatus(status),
    gamification_info: buildRewardResultView(ctx, { action, before, after, earned: earnedXp }),
  }
}
