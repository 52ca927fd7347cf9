import { atom } from 'nanostores'
import type { Api } from '#site/lib/api.ts'
import type { Draft } from './draft.ts'
import { findOwnAccounts, includesAccount, type Account } from './find-accounts.ts'

/** The person's verified channels: events on them need no proof, and no review where they are new. */
export function createOwnChannels(api: Pick<Api, 'get'>) {
  const $own = atom<Account[]>([])

  async function loadOwnAccounts(): Promise<void> {
    $own.set(await findOwnAccounts(api))
  }

  function isOnOwnChannel(draft: Pick<Draft, 'platform' | 'streaming_account_name'>): boolean {
    return includesAccount($own.get(), draft.platform, draft.streaming_account_name)
  }

  return { $own, loadOwnAccounts, isOnOwnChannel }
}
