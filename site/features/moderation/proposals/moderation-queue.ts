import { ApiError, type Api } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import {
  listAllowedModerationActions,
  toActionBody,
  toOptimisticProposal,
  type ModerationAction,
} from './actions.ts'

type Dependencies = {
  api: Pick<Api, 'get' | 'post'>
  now: () => number
  find: (id: number) => ProposalView | undefined
  replace: (proposal: ProposalView) => void
  /** `proposal` is how it stands by now. */
  onRefusal: (text: string, proposal: ProposalView) => void
}

/** Acts are shown at once, sent one after the other, undone when refused. */
export function createModerationQueue({ api, now, find, replace, onRefusal }: Dependencies) {
  /** Acts that wait for the one under way on the same proposal. */
  const waiting = new Map<number, ModerationAction[]>()

  async function refresh(id: number): Promise<void> {
    if (waiting.has(id)) return
    const proposal = await api.get('admin/proposals/:id', { params: { id } }).catch(() => undefined)
    if (proposal && !waiting.has(id)) replace(proposal)
  }

  /** The answer shows only once no other act follows it. */
  async function send(
    previousProposal: ProposalView,
    line: ModerationAction[],
  ): Promise<ProposalView | undefined> {
    const { id } = previousProposal
    let currentProposal = previousProposal
    waiting.set(id, line)
    try {
      for (let next = line.shift(); next; next = line.shift()) {
        const body = toActionBody(next, currentProposal)
        currentProposal = await api.post(`admin/proposals/:id/${next.name}`, {
          params: { id },
          body,
        })
      }
      waiting.delete(id)
      replace(currentProposal)
      return currentProposal
    } catch (error) {
      waiting.delete(id)
      replace(currentProposal)
      // A conflict means that it no longer is what this page shows.
      if (error instanceof ApiError && error.status === 409) await refresh(id)
      onRefusal(failureText(error), find(id) ?? currentProposal)
      return undefined
    }
  }

  /** Undefined: refused, or not allowed. `knownProposal`: as last seen, where the list lacks it. */
  async function act(id: number, act: ModerationAction, knownProposal?: ProposalView) {
    const shownProposal = find(id) ?? knownProposal
    if (!shownProposal || !listAllowedModerationActions(shownProposal, now()).includes(act.name))
      return undefined
    const foreseen = toOptimisticProposal(shownProposal, act, now())
    replace(foreseen)
    const line = waiting.get(id)
    if (!line) return send(shownProposal, [act])
    line.push(act)
    return foreseen
  }

  return { act, refresh, isBusy: (id: number) => waiting.has(id) }
}
