import { read, type Admin, type Ctx } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  DeadLettersQuery,
  DeadLetterView,
  OperationsQuery,
  OperationsView,
} from './contract.ts'
import { selectLettersPage, toLettersPage } from './dead-letters.ts'
import { selectSummary, toSummary } from './summary.ts'

/** How sending goes, channel by channel, and when the jobs last ran. */
export async function getOperations(
  ctx: Ctx<Admin>,
  query: OperationsQuery,
): Promise<OperationsView> {
  return toSummary(ctx, query, await read(ctx, selectSummary(ctx, query)))
}

type Asked = { summary: OperationsQuery; letters: DeadLettersQuery }

/** All that the page shows, in one round trip. */
export async function getOperationsPage(
  ctx: Ctx<Admin>,
  { summary, letters }: Asked,
): Promise<{ summary: OperationsView; letters: AdminPage<DeadLetterView> }> {
  const [counts, waiting, jobs, found, total] = await read(ctx, [
    ...selectSummary(ctx, summary),
    ...selectLettersPage(ctx, letters),
  ])
  return {
    summary: toSummary(ctx, summary, [counts, waiting, jobs]),
    letters: toLettersPage(letters, [found, total]),
  }
}
