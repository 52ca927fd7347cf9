import { map } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import type { CancelInput, ProposalView } from '#worker/features/moderation/proposals/contract.ts'

export const proposalPeriods = ['upcoming', 'past', 'all'] as const
export type ProposalPeriod = (typeof proposalPeriods)[number]

type State = { period: ProposalPeriod; items: ProposalView[]; isLoading: boolean; failure: string }

export function createMyProposalsStore(
  api: Pick<Api, 'get' | 'post'>,
  period: ProposalPeriod,
  items: ProposalView[],
) {
  const $list = map<State>({ period, items, isLoading: false, failure: '' })

  async function load(requestedPeriod: ProposalPeriod): Promise<void> {
    $list.set({ ...$list.get(), period: requestedPeriod, isLoading: true, failure: '' })
    const isCurrent = () => $list.get().period === requestedPeriod
    try {
      const answer = await api.get('users/me/events', { query: { period: requestedPeriod } })
      if (isCurrent()) $list.set({ ...$list.get(), items: answer.items, isLoading: false })
    } catch (error) {
      if (!isCurrent()) return
      $list.set({
        ...$list.get(),
        items: [],
        isLoading: false,
        failure: failureText(error, m.my_proposals_load_failed),
      })
    }
  }

  function replace(proposal: ProposalView): void {
    const items = $list
      .get()
      .items.map((listedProposal) =>
        listedProposal.id === proposal.id ? proposal : listedProposal,
      )
    $list.setKey('items', items)
  }

  /** Throws the refusal, for the caller to show. */
  async function cancel(id: number, input: CancelInput): Promise<void> {
    replace(await api.post('events/:event/cancel', { params: { event: id }, body: input }))
  }

  /** Throws the refusal, for the caller to show. */
  async function withdraw(id: number): Promise<void> {
    replace(await api.post('events/:event/withdraw', { params: { event: id } }))
  }

  return { $list, load, replace, cancel, withdraw }
}

export function isCancellable({ status, cancelled_at, end }: ProposalView, now: number): boolean {
  return status === 'approved' && cancelled_at === null && Date.parse(end) > now
}

export function isWithdrawable({ status }: ProposalView): boolean {
  return status === 'pending'
}

export function isEditable({ status }: ProposalView): boolean {
  return status === 'pending' || status === 'rejected'
}

export function isChangeable(proposal: ProposalView, now: number): boolean {
  return proposal.is_on_own_channel && isCancellable(proposal, now)
}
