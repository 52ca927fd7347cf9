import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type System } from '#worker/context.ts'
import type { EventId, ReportId } from '#worker/contracts/ids.ts'
import { allowFailure } from '#worker/db/client.ts'
import { BatchError } from '#worker/db/hrana.ts'
import { events } from '#worker/db/schema/events.ts'
import { queryRows } from '#worker/db/statement.ts'
import { retryPurges, selectPendingPurges } from '#worker/caching/purge.ts'
import { requestMissingCards } from '#worker/features/social-cards/cards.ts'
import {
  selectDueLiveJobs,
  toLiveQueueMessages,
  type DueLiveJob,
} from '#worker/features/live/due.ts'
import { settleAbandonedDeliveries } from '#worker/features/notifications/delivery/settle.ts'
import {
  isDueNotification,
  selectDueNotifications,
  queueDueNotifications,
  type DueNotification,
} from '#worker/features/notifications/fan-out/due.ts'
import {
  selectWaitingWithdrawals,
  storeWithdrawals,
} from '#worker/features/operations/journal/store-journal.ts'
import { refreshSectionPicks, selectStaleSectionPicks } from './refresh-picks.ts'
import { approveDueProposals } from '#worker/features/moderation/proposals/due-approvals.ts'
import { selectUnansweredReports } from '#worker/features/moderation/reports/mail-report.ts'
import { findDueWork, recordJobStart, settleJobParts, type RunOutcome } from './job-runs.ts'

type DueItem =
  | { kind: 'approval'; id: EventId; startAt: 0; after: 0 }
  | { kind: 'report_answer'; id: ReportId; startAt: 0; after: 0 }
  | { kind: 'stale_tags' | 'stale_picks' | 'withdrawals'; id: 0; startAt: 0; after: 0 }
  | DueNotification
  | DueLiveJob

const dueColumns = ['kind', 'id', 'startAt', 'after'] as const

function buildDueQueries(ctx: Ctx): Record<string, SQL> {
  const live = selectDueLiveJobs(ctx)
  return {
    approvals: sql`select 'approval' as kind, ${events.id} as id, 0 as startAt, 0 as after from ${events}
      where ${events.approveAt} is not null and ${events.approveAt} <= ${ctx.now}`,
    ...selectDueNotifications(ctx),
    purges: selectPendingPurges,
    picks: selectStaleSectionPicks(ctx),
    withdrawals: selectWaitingWithdrawals,
    reportAnswers: selectUnansweredReports,
    ...(live.length > 0 ? { live: sql.join(live, unionAll) } : {}),
  }
}

const unionAll = sql` union all `

type DueWork = { due: DueItem[]; failed: Map<string, unknown> }

/** In one query; where that fails, each part that can be asked for by itself. */
async function findAllDueWork(ctx: Ctx<System>): Promise<DueWork> {
  const parts = buildDueQueries(ctx)
  try {
    const query = sql.join(Object.values(parts), unionAll)
    const due = await findDueWork<DueItem>(ctx, 'minute', { due: query, columns: dueColumns })
    return { due, failed: new Map() }
  } catch (error) {
    if (!(error instanceof BatchError)) throw error
    await recordJobStart(ctx, 'minute')
    return findDueWorkByPart(ctx, parts)
  }
}

/** Only their order counts: the parts have the columns of the one query. */
const partColumns = {
  kind: sql<DueItem['kind']>`kind`,
  id: sql<DueItem['id']>`id`,
  startAt: sql<number>`startAt`,
  after: sql<DueItem['after']>`after`,
}

async function findDueWorkByPart(ctx: Ctx<System>, parts: Record<string, SQL>): Promise<DueWork> {
  const dueWork: DueWork = { due: [], failed: new Map() }
  const names = Object.keys(parts)
  const partQueries = Object.values(parts).map((partSql) =>
    allowFailure(queryRows(partColumns, partSql)),
  )
  const errors: unknown[] = []
  const reportFailure = (error: unknown) => void errors.push(error)
  const answers = await read({ ...ctx, reportFailure }, partQueries)
  for (const [index, name] of names.entries()) {
    const rows = answers[index]
    if (rows) dueWork.due.push(...(rows as DueItem[]))
    else dueWork.failed.set(name, errors.shift())
  }
  return dueWork
}

/** Overlapping and late runs do no harm; with nothing due it is one query. */
export async function runMinutelyJob(ctx: Ctx<System>): Promise<RunOutcome> {
  const { due, failed } = await findAllDueWork(ctx)
  if (due.length === 0 && failed.size === 0) return 'idle'
  const approvals = due.flatMap((dueItem) => (dueItem.kind === 'approval' ? [dueItem.id] : []))
  const isAny = (kind: DueItem['kind']) => due.some((dueItem) => dueItem.kind === kind)
  await settleJobParts(
    {
      ...queueDueNotifications(ctx, due.filter(isDueNotification)),
      live: ctx.send(due.flatMap(({ kind }) => toLiveQueueMessages(kind))),
      approvals: approvals.length > 0 ? approveDueProposals(ctx, approvals) : undefined,
      abandoned: isAny('abandoned') ? settleAbandonedDeliveries(ctx) : undefined,
      purges: isAny('stale_tags') ? retryPurges(ctx) : undefined,
      // Imports of files reach the database alone.
      cards: isAny('stale_tags') ? requestMissingCards(ctx) : undefined,
      picks: isAny('stale_picks') ? refreshSectionPicks(ctx) : undefined,
      reportAnswers: ctx.send(
        due.flatMap(({ kind, id }) =>
          kind === 'report_answer' ? [{ type: 'mail_report', id }] : [],
        ),
      ),
      withdrawals: isAny('withdrawals') ? storeWithdrawals(ctx) : undefined,
    },
    failed,
  )
  return 'done'
}
