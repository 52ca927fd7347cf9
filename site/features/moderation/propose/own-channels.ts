import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import type { ApiResponseData } from '#site/lib/api-calls.ts'
import type { Draft } from './draft.ts'
import { findOwnAccounts, includesAccount, type ChannelAccount } from './find-accounts.ts'

export type ProposalLimits = ApiResponseData<'get', 'users/me/proposal_limits'>

/** The person's verified channels: events on them need no proof, and within limits no review. */
export function createOwnChannelsStore(api: Pick<Api, 'get'>) {
  const $own = atom<ChannelAccount[]>([])
  const $limits = atom<ProposalLimits | undefined>()

  /** Nothing waits for the limits: without them, the answer says what became of the event. */
  async function loadOwnAccounts(): Promise<void> {
    const limits = api.get('users/me/proposal_limits', {}).catch(() => undefined)
    const ownAccounts = await findOwnAccounts(api)
    $limits.set(await limits)
    $own.set(ownAccounts)
  }

  function isPublishedAtOnce(draft: Draft): boolean {
    const { may_publish = false, publishing_participants = 0 } = $limits.get() ?? {}
    return (
      may_publish && isOnOwnChannel(draft) && draft.participants.length <= publishing_participants
    )
  }

  function isOnOwnChannel(draft: Pick<Draft, 'platform' | 'streaming_account_name'>): boolean {
    return includesAccount($own.get(), draft.platform, draft.streaming_account_name)
  }

  return { $own, $limits, loadOwnAccounts, isOnOwnChannel, isPublishedAtOnce }
}
