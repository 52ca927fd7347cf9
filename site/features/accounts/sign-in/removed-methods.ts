import type {
  SignInMethodsToRemove,
  RemovableSignInMethods,
} from '#worker/features/accounts/reset/contract.ts'

/** Ticked at first: a thief of the former password may have added them. */
export function listRecentSignInMethods({
  passkeys,
  providers,
}: RemovableSignInMethods): SignInMethodsToRemove {
  return {
    passkeys: passkeys.flatMap(({ id, isRecent }) => (isRecent ? [id] : [])),
    providers: providers.flatMap(({ provider, isRecent }) => (isRecent ? [provider] : [])),
  }
}

export function toggleItem<Item>(list: readonly Item[], item: Item): Item[] {
  return list.includes(item) ? list.filter((listedItem) => listedItem !== item) : [...list, item]
}
