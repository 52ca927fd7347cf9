import { atom } from 'nanostores'
import type * as v from 'valibot'
import type { Api } from '#site/lib/api.ts'
import { createAdminListStore, type AdminListState } from '#site/ui/admin/admin-list.store.ts'
import { createRowSelectionStore } from '#site/ui/admin/marks.store.ts'
import { failureText } from '#site/lib/failure-text.ts'
import {
  moderationCountLimit,
  type ProposalCounts,
  type ProposalView,
  type ProposalsPage,
  type ProposalsQuery,
} from '#worker/features/moderation/proposals/contract.ts'
import { type BulkModerationInput } from '#worker/features/moderation/proposals/bulk/contract.ts'
import { createModerationQueue } from './moderation-queue.ts'
import {
  listAllowedModerationActions,
  isUndecided,
  findUndoAction,
  type ModerationAction,
} from './actions.ts'

export type StatusFilter = ProposalsQuery['status']
export type ProposalsPanelQuery = {
  status: StatusFilter
  q: string
  /** Empty: by what waits longest. */
  sort: NonNullable<ProposalsQuery['sort']> | ''
  page: number
  per_page: number
}
export type ProposalListView = AdminListState<ProposalView, ProposalsPanelQuery>

export type BulkAction = Exclude<ModerationAction, { name: 'cancel' }>

type Dependencies = {
  api: Pick<Api, 'get' | 'post'>
  now: () => number
  onQuery: (query: ProposalsPanelQuery) => void
  onDone: (proposal: ProposalView, act: ModerationAction, undo: (() => void) | undefined) => void
  /** `proposal` is how it stands by now. */
  onRefusal: (text: string, proposal: ProposalView | undefined) => void
}

function isActionAllowed(proposal: ProposalView, { name }: ModerationAction, now: number): boolean {
  return listAllowedModerationActions(proposal, now).includes(name)
}

/** Acts show at once, lead to the next proposal, and go back when refused. */
export function createProposalsStore(
  dependencies: Dependencies,
  initialView: { list: ProposalsPage; query: ProposalsPanelQuery },
) {
  const { api, now, onQuery, onDone, onRefusal } = dependencies
  const $counts = atom(initialView.list.counts)
  const list = createAdminListStore(
    {
      async fetchPage({ sort, ...query }) {
        const page = await api.get('admin/proposals', {
          query: { ...query, sort: sort || undefined },
        })
        $counts.set(page.counts)
        return page
      },
      onQuery,
    },
    initialView,
  )
  const { $list, find } = list

  function replace(proposal: ProposalView): void {
    const previousProposal = find(proposal.id)
    if (previousProposal) $counts.set(updateCounts($counts.get(), previousProposal, proposal))
    list.replace(proposal)
  }

  const acting = createModerationQueue({ api, now, find, replace, onRefusal })
  const walk = createListNavigation($list)
  const marks = createRowSelectionStore($list)

  async function load(change: Partial<ProposalsPanelQuery> = {}): Promise<void> {
    marks.clear()
    await list.load(change)
    walk.restart()
  }

  async function act(id: number, act: ModerationAction): Promise<void> {
    const previousProposal = find(id)
    if (!previousProposal || !isActionAllowed(previousProposal, act, now())) return
    const acted = acting.act(id, act)
    if (isUndecided(previousProposal)) walk.goOn(id)
    const after = await acted
    if (!after) return
    const undo = findUndoAction(previousProposal, act)
    onDone(previousProposal, act, undo && (() => void takeBack(after, undo)))
  }

  /** A proposal that the list has left out since comes back into it. */
  async function takeBack(knownProposal: ProposalView, undo: ModerationAction): Promise<void> {
    const isShown = find(knownProposal.id) !== undefined
    const after = await acting.act(knownProposal.id, undo, knownProposal)
    if (!after) return
    onDone(knownProposal, undo, undefined)
    if (!isShown) await load()
  }

  /** Delayed approvals whose time has come: the server decides within a minute. */
  async function refreshDue(): Promise<void> {
    const due = $list
      .get()
      .items.filter(({ approve_at }) => approve_at && Date.parse(approve_at) <= now())
    await Promise.all(due.map(({ id }) => acting.refresh(id)))
  }

  const actOnMarked = createBulkAction({ api, now, find, replace, onRefusal, acting, marks })
  return { $list, $counts, find, replace, ...walk, ...marks, load, act, actOnMarked, refreshDue }
}
export type ProposalsStore = ReturnType<typeof createProposalsStore>

function listCountNames(proposal: ProposalView): (keyof ProposalCounts)[] {
  const { status, reviewed_at, cancelled_at } = proposal
  if (status === 'pending' && !isUndecided(proposal)) return []
  const isUnreviewed = status === 'approved' && reviewed_at === null && cancelled_at === null
  return isUnreviewed ? [status, 'unreviewed'] : [status]
}

/** A count at the limit is not exact, and stays. */
function updateCounts(counts: ProposalCounts, previousProposal: ProposalView, after: ProposalView) {
  const changed = { ...counts }
  const step = (names: (keyof ProposalCounts)[], by: 1 | -1) => {
    for (const name of names) if (counts[name] < moderationCountLimit) changed[name] += by
  }
  step(listCountNames(previousProposal), -1)
  step(listCountNames(after), 1)
  return changed
}

type BulkDependencies = Pick<Dependencies, 'api' | 'now' | 'onRefusal'> & {
  find: (id: number) => ProposalView | undefined
  replace: (proposal: ProposalView) => void
  acting: ReturnType<typeof createModerationQueue>
  marks: ReturnType<typeof createRowSelectionStore>
}

/** One call for all that are marked; each refusal is told by itself. */
function createBulkAction({ api, now, onRefusal, find, replace, acting, marks }: BulkDependencies) {
  return async function actOnMarked(act: BulkAction): Promise<void> {
    const chosen = [...marks.$marked.get()].filter((id) => {
      const proposal = find(id)
      return (
        proposal &&
        !acting.isBusy(id) &&
        listAllowedModerationActions(proposal, now()).includes(act.name)
      )
    })
    if (chosen.length === 0) return
    marks.clear()
    try {
      const { items } = await api.post('admin/proposals/bulk', {
        body: buildBulkBody(chosen, act, find),
      })
      for (const item of items) {
        if (item.proposal) replace(item.proposal)
        if (item.outcome === 'refused') onRefusal(item.msg, item.proposal ?? find(item.id))
      }
    } catch (error) {
      onRefusal(failureText(error), undefined)
    }
  }
}

type BulkBody = v.InferInput<typeof BulkModerationInput>

function buildBulkBody(
  ids: number[],
  act: BulkAction,
  find: (id: number) => ProposalView | undefined,
): BulkBody {
  if (act.name === 'reject') return { ids, act: act.name, ...act.input }
  if (act.name === 'disable') return { ids, act: act.name, ...act.input }
  if (act.name === 'reset') return { ids, act: act.name, ...act.input }
  if (act.name !== 'approve') return { ids, act: act.name }
  const seenRevisions = ids.map((id) => [id, find(id)?.updated_at ?? ''] as const)
  return {
    ids,
    act: act.name,
    delay_seconds: act.delay_seconds,
    seen_updated_at: Object.fromEntries(seenRevisions),
  }
}

type ProposalList = { get: () => ProposalListView; listen: (run: () => void) => void }

function createListNavigation($list: ProposalList) {
  const firstId = () => $list.get().items[0]?.id
  const $selectedId = atom<number | undefined>(firstId())
  /** Where a key led, for the focus to follow. */
  const $focusedId = atom<number | undefined>()

  function select(id: number): void {
    $selectedId.set(id)
    $focusedId.set(undefined)
  }

  function goTo(id: number): void {
    $selectedId.set(id)
    $focusedId.set(id)
  }

  function restart(): void {
    $selectedId.set(firstId())
    $focusedId.set(undefined)
  }

  function move(step: 1 | -1): void {
    const { items } = $list.get()
    const at = items.findIndex(({ id }) => id === $selectedId.get())
    const next = items[at < 0 ? 0 : Math.min(Math.max(at + step, 0), items.length - 1)]
    if (next) goTo(next.id)
  }

  /** From one that was just decided to the next that waits, or else the one before it. */
  function goOn(id: number): void {
    const { items } = $list.get()
    const at = items.findIndex((item) => item.id === id)
    const next =
      items.slice(at + 1).find(isUndecided) ?? items.slice(0, Math.max(at, 0)).find(isUndecided)
    if (next) goTo(next.id)
  }

  return { $selectedId, $focusedId, select, move, goOn, restart }
}
