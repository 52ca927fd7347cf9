import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import type { Answer } from '#site/lib/api-calls.ts'
import type { Draft } from './draft.ts'
import { findOwnAccounts, includesAccount, type Account } from './find-accounts.ts'

type ProposalLimits = Answer<'get', 'users/me/proposal_limits'>

/** The person's verified channels: events on them need no proof, and within limits no review. */
export function createOwnChannels(api: Pick<Api, 'get'>) {
  const $own = atom<Account[]>([])
  const $limits = atom<ProposalLimits>({ may_publish: false, publishing_participants: 0 })

  async function loadOwnAccounts(): Promise<void> {
    const own = await findOwnAccounts(api)
    if (own.length > 0) $limits.set(await api.get('users/me/proposal_limits', {}))
    $own.set(own)
  }

  function isPublishedAtOnce(draft: Draft): boolean {
    const { may_publish, publishing_participants } = $limits.get()
    return (
      may_publish && isOnOwnChannel(draft) && draft.participants.length <= publishing_participants
    )
  }

  function isOnOwnChannel(draft: Pick<Draft, 'platform' | 'streaming_account_name'>): boolean {
    return includesAccount($own.get(), draft.platform, draft.streaming_account_name)
  }

  return { $own, loadOwnAccounts, isOnOwnChannel, isPublishedAtOnce }
}
