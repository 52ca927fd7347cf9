import { read, type Admin, type Ctx } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  FailedDeliveriesQuery,
  FailedDeliveryView,
  OperationsQuery,
  OperationsView,
} from './contract.ts'
import { selectFailedDeliveriesPage } from './failed-deliveries.ts'
import { selectOperationsSummary, toOperationsView } from './summary.ts'

export async function getOperations(
  ctx: Ctx<Admin>,
  query: OperationsQuery,
): Promise<OperationsView> {
  return toOperationsView(ctx, query, await read(ctx, selectOperationsSummary(ctx, query)))
}

type OperationsPageQuery = { summary: OperationsQuery; deliveries: FailedDeliveriesQuery }

export async function getOperationsPage(
  ctx: Ctx<Admin>,
  { summary, deliveries }: OperationsPageQuery,
): Promise<{ summary: OperationsView; deliveries: AdminPage<FailedDeliveryView> }> {
  const found = await read(ctx, {
    summary: selectOperationsSummary(ctx, summary),
    deliveries: selectFailedDeliveriesPage(ctx, deliveries),
  })
  return { ...found, summary: toOperationsView(ctx, summary, found.summary) }
}
