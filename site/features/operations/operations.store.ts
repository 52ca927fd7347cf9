import { atom } from 'nanostores'
import { formatActionFailure } from '#site/ui/admin/action-failure.ts'
import { createAdminListStore } from '#site/ui/admin/admin-list.store.ts'
import type { Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  FailedDeliveriesQuery,
  FailedDeliveryView,
  OperationsView,
  RetryDeliveriesInput,
} from '#worker/features/operations/contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post'>
  onQuery: (query: FailedDeliveriesQuery & { hours: number }) => void
}
type InitialOperations = {
  summary: OperationsView
  deliveries: AdminPage<FailedDeliveryView>
  query: FailedDeliveriesQuery
}

export function createOperationsStore(
  { api, onQuery, ...voice }: Dependencies,
  first: InitialOperations,
) {
  const $summary = atom(first.summary)
  const $hours = atom(first.summary.hours)
  const $isStale = atom(false)
  const fetchPage = (query: FailedDeliveriesQuery) =>
    api.get('admin/operations/dead_letters', { query })
  const deliveries = createAdminListStore(
    {
      fetchPage,
      onQuery: (query) => onQuery({ ...query, hours: $hours.get() }),
    },
    { list: first.deliveries, query: first.query },
  )

  async function loadSummary(): Promise<void> {
    const hours = $hours.get()
    const loaded = await api.get('admin/operations', { query: { hours } })
    if (hours === $hours.get()) $summary.set(loaded)
  }

  /** Keeps what is shown while a retry is under way, or if the list changed meanwhile. */
  async function loadFailed(): Promise<void> {
    const before = deliveries.$list.get()
    if (before.isLoading) return
    const { items, total } = await fetchPage(before.query)
    const now = deliveries.$list.get()
    if (now !== before || retries.$retrying.get().size > 0) return
    deliveries.$list.set({ ...now, items, total, failure: '' })
  }

  /** Quietly: nothing flickers, and what fails leaves the last figures. */
  async function refresh(): Promise<void> {
    const outcomes = await Promise.allSettled([loadSummary(), loadFailed()])
    $isStale.set(outcomes.some(({ status }) => status === 'rejected'))
  }

  async function choosePeriod(hours: number): Promise<void> {
    $hours.set(hours)
    onQuery({ ...deliveries.$list.get().query, hours })
    await refresh()
  }

  const retries = createRetryActions({ api, ...voice, replace: deliveries.replace, refresh })
  return { $summary, $hours, $isStale, deliveries, refresh, choosePeriod, ...retries }
}
export type OperationsStore = ReturnType<typeof createOperationsStore>

type RetryDependencies = Toaster & {
  api: Pick<Api, 'post'>
  replace: (delivery: FailedDeliveryView) => void
  refresh: () => Promise<void>
}

function createRetryActions({ api, replace, refresh, showSuccess, showError }: RetryDependencies) {
  const $retrying = atom<ReadonlySet<number>>(new Set())

  function markRetrying(id: number, isRetrying: boolean): void {
    const ids = new Set($retrying.get())
    if (isRetrying) ids.add(id)
    else ids.delete(id)
    $retrying.set(ids)
  }

  async function retry({ id }: FailedDeliveryView): Promise<void> {
    if ($retrying.get().has(id)) return
    markRetrying(id, true)
    try {
      replace(await api.post('admin/operations/dead_letters/:id/retry', { params: { id } }))
    } catch (error) {
      showError(formatActionFailure(m.operations_retry_failed(), error))
    } finally {
      markRetrying(id, false)
    }
  }

  async function retryAll(filter: RetryDeliveriesInput): Promise<void> {
    try {
      const call = api.post('admin/operations/dead_letters/retry', { body: filter })
      const { retried, is_more } = await call
      const toText = is_more ? m.operations_retry_all_more : m.operations_retry_all_done
      if (retried > 0) showSuccess(toText({ count: retried }))
      else showError(m.operations_retry_all_none())
      await refresh()
    } catch (error) {
      showError(formatActionFailure(m.operations_retry_failed(), error))
    }
  }

  return { $retrying, retry, retryAll }
}
