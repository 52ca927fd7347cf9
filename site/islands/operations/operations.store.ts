import { atom } from 'nanostores'
import { actionFailure } from '#site/islands/admin/action-failure.ts'
import { createAdminList } from '#site/islands/admin/admin-list.store.ts'
import type { Toaster } from '#site/islands/forms/pending-action.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type {
  DeadLettersQuery,
  DeadLetterView,
  OperationsView,
} from '#worker/features/operations/contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post'>
  /** What keeps the address in step with what is shown. */
  onQuery: (query: DeadLettersQuery & { hours: number }) => void
}
type First = {
  summary: OperationsView
  letters: AdminPage<DeadLetterView>
  query: DeadLettersQuery
}

/** How sending goes, and what of it is to be tried again. */
export function createOperations({ api, onQuery, ...voice }: Dependencies, first: First) {
  const $summary = atom(first.summary)
  const $hours = atom(first.summary.hours)
  /** The last refresh failed: what is shown has aged. */
  const $isStale = atom(false)
  const fetchPage = (query: DeadLettersQuery) => api.get('admin/operations/dead_letters', { query })
  const letters = createAdminList(
    {
      fetchPage,
      onQuery: (query) => onQuery({ ...query, hours: $hours.get() }),
    },
    { list: first.letters, query: first.query },
  )

  async function loadSummary(): Promise<void> {
    const hours = $hours.get()
    const loaded = await api.get('admin/operations', { query: { hours } })
    if (hours === $hours.get()) $summary.set(loaded)
  }

  /** What is on its way back to the outbox, or asked for otherwise meanwhile, stays as shown. */
  async function loadLetters(): Promise<void> {
    const before = letters.$list.get()
    if (before.isLoading) return
    const { items, total } = await fetchPage(before.query)
    const now = letters.$list.get()
    if (now !== before || retries.$retrying.get().size > 0) return
    letters.$list.set({ ...now, items, total, failure: '' })
  }

  /** Quietly: nothing flickers, and what fails leaves the last figures. */
  async function refresh(): Promise<void> {
    const outcomes = await Promise.allSettled([loadSummary(), loadLetters()])
    $isStale.set(outcomes.some(({ status }) => status === 'rejected'))
  }

  async function choosePeriod(hours: number): Promise<void> {
    $hours.set(hours)
    onQuery({ ...letters.$list.get().query, hours })
    await refresh()
  }

  const retries = createRetries({ api, ...voice, replace: letters.replace, refresh })
  return { $summary, $hours, $isStale, letters, refresh, choosePeriod, ...retries }
}
export type OperationsStore = ReturnType<typeof createOperations>

type Retries = Toaster & {
  api: Pick<Api, 'post'>
  replace: (letter: DeadLetterView) => void
  refresh: () => Promise<void>
}

function createRetries({ api, replace, refresh, showSuccess, showError }: Retries) {
  const $retrying = atom<ReadonlySet<number>>(new Set())

  function markRetrying(id: number, isRetrying: boolean): void {
    const ids = new Set($retrying.get())
    if (isRetrying) ids.add(id)
    else ids.delete(id)
    $retrying.set(ids)
  }

  /** Shown as under way at once, and as it was where the server refused. */
  async function retry({ id }: DeadLetterView): Promise<void> {
    if ($retrying.get().has(id)) return
    markRetrying(id, true)
    try {
      replace(await api.post('admin/operations/dead_letters/:id/retry', { params: { id } }))
    } catch (error) {
      showError(actionFailure(m.operations_retry_failed(), error))
    } finally {
      markRetrying(id, false)
    }
  }

  async function retryAll(reason: string): Promise<void> {
    try {
      const call = api.post('admin/operations/dead_letters/retry', { body: { reason } })
      const { retried, is_more } = await call
      const said = is_more ? m.operations_retry_all_more : m.operations_retry_all_done
      if (retried > 0) showSuccess(said({ count: retried }))
      else showError(m.operations_retry_all_none())
      await refresh()
    } catch (error) {
      showError(actionFailure(m.operations_retry_failed(), error))
    }
  }

  return { $retrying, retry, retryAll }
}
