import type { RemovedMethods, ResetMethods } from '#worker/features/accounts/reset/contract.ts'

/** Ticked at first: a thief of the former password may have added them. */
export function listRecentMethods({ passkeys, providers }: ResetMethods): RemovedMethods {
  return {
    passkeys: passkeys.flatMap(({ id, isRecent }) => (isRecent ? [id] : [])),
    providers: providers.flatMap(({ provider, isRecent }) => (isRecent ? [provider] : [])),
  }
}

export function toggleItem<Item>(list: readonly Item[], item: Item): Item[] {
  return list.includes(item) ? list.filter((listedItem) => listedItem !== item) : [...list, item]
}
