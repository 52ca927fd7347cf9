import { map } from 'nanostores'
import { ApiError, type Api } from '#site/lib/api.ts'
import { withQuery } from '#site/lib/paths.ts'
import { failureText } from '#site/islands/forms/failure-text.ts'
import type { AdminPage } from '#worker/contract.ts'
import type { EventStatus, ProposalView } from '#worker/features/events/contract.ts'
import { actsOn, bodyOf, foresee, type Act } from './acts.ts'

export type StatusFilter = EventStatus | 'all'
export type PanelQuery = { status: StatusFilter; page: number; per_page: number }

export type PanelView = AdminPage<ProposalView> & {
  status: StatusFilter
  selectedId: number | undefined
  isLoading: boolean
  failure: string
}

type Surroundings = {
  api: Pick<Api, 'get' | 'post'>
  now: () => number
  /** What keeps the address in step with the list. */
  onQuery: (query: PanelQuery) => void
  /** An act the server refused, and how the proposal stands by now. */
  onRefusal: (text: string, proposal: ProposalView) => void
}

type First = { status: StatusFilter; list: AdminPage<ProposalView> }

/** A page of the queue: loading it, walking through it, and putting a newer proposal in place. */
function createQueue({ api, onQuery }: Pick<Surroundings, 'api' | 'onQuery'>, first: First) {
  const $panel = map<PanelView>({
    ...first.list,
    status: first.status,
    selectedId: undefined,
    isLoading: false,
    failure: '',
  })
  let lastLoad = 0

  function patch(change: Partial<PanelView>): void {
    $panel.set({ ...$panel.get(), ...change })
  }

  async function load(change: Partial<PanelQuery>): Promise<void> {
    const { status, page, per_page } = { ...$panel.get(), ...change }
    const query = { status, page, per_page }
    const turn = ++lastLoad
    patch({ ...query, isLoading: true, failure: '', selectedId: undefined })
    onQuery(query)
    try {
      const list = await api.get<AdminPage<ProposalView>>(withQuery('admin/proposals', query))
      if (turn === lastLoad) patch({ ...list, isLoading: false })
    } catch (error) {
      if (turn !== lastLoad) return
      patch({ items: [], isLoading: false, failure: failureText(error) })
    }
  }

  function find(id: number | undefined): ProposalView | undefined {
    return $panel.get().items.find((item) => item.id === id)
  }

  function replace(proposal: ProposalView): void {
    const items = $panel.get().items.map((item) => (item.id === proposal.id ? proposal : item))
    patch({ items })
  }

  function select(id: number): void {
    patch({ selectedId: id })
  }

  /** The next (1) or previous (-1) proposal; the first when there is none yet. */
  function move(step: 1 | -1): void {
    const { items, selectedId } = $panel.get()
    const at = items.findIndex(({ id }) => id === selectedId)
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)]
    if (next) select(next.id)
  }

  function selected(): ProposalView | undefined {
    return find($panel.get().selectedId)
  }

  return { $panel, load, find, replace, select, move, selected }
}

/** The moderators' queue: acts show at once and go back when refused. */
export function createProposals(surroundings: Surroundings, first: First) {
  const { api, now, onRefusal } = surroundings
  const queue = createQueue(surroundings, first)
  const { $panel, find, replace } = queue
  /** Acts that wait for the one under way on the same proposal; none is lost, each is sent in turn. */
  const waiting = new Map<number, Act[]>()

  async function refresh(id: number): Promise<void> {
    if (waiting.has(id)) return
    const proposal = await api.get<ProposalView>(`admin/proposals/${id}`).catch(() => undefined)
    if (proposal && !waiting.has(id)) replace(proposal)
  }

  async function act(id: number, act: Act): Promise<void> {
    const shown = find(id)
    if (!shown || !actsOn(shown).includes(act.name)) return
    replace(foresee(shown, act, now()))
    const line = waiting.get(id)
    if (line) line.push(act)
    else await send(shown, [act])
  }

  /** Sends the acts one after the other; the answer shows only once none follows it. */
  async function send(before: ProposalView, line: Act[]): Promise<void> {
    const { id } = before
    let known = before
    waiting.set(id, line)
    try {
      for (let next = line.shift(); next; next = line.shift())
        known = await api.post<ProposalView>(`admin/proposals/${id}/${next.name}`, bodyOf(next))
      waiting.delete(id)
      replace(known)
    } catch (error) {
      waiting.delete(id)
      replace(known)
      // A conflict means that it no longer is what this page shows.
      if (error instanceof ApiError && error.status === 409) await refresh(id)
      onRefusal(failureText(error), find(id) ?? known)
    }
  }

  /** Delayed approvals whose time has come: the server decides within a minute. */
  async function refreshDue(): Promise<void> {
    const due = $panel
      .get()
      .items.filter(({ approve_at }) => approve_at && Date.parse(approve_at) <= now())
    await Promise.all(due.map(({ id }) => refresh(id)))
  }

  return { ...queue, act, refreshDue }
}
export type Proposals = ReturnType<typeof createProposals>
