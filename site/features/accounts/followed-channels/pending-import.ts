import type { PendingOAuth } from '#site/lib/session/authorize.ts'
import { followImportKey } from '#site/lib/storage-keys.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** In this tab, across the redirect to Twitch. */
export function createPendingImportStorage(storage: TextStorage) {
  return {
    set: (address: string) => storage.setItem(followImportKey, address),
    clear: () => storage.removeItem(followImportKey),
    /** True once, so that a reload does not repeat the import. */
    take(address: string): boolean {
      const isWanted = storage.getItem(followImportKey) === address
      if (isWanted) storage.removeItem(followImportKey)
      return isWanted
    },
  }
}
type PendingImport = ReturnType<typeof createPendingImportStorage>

/** When Twitch is asked for the channels, not when it only confirms who it is. */
export function rememberImportOnAuthorize(
  pendingImport: PendingImport,
  authorize: (pending: PendingOAuth) => Promise<void>,
) {
  return async function authorizeRemembered(pending: PendingOAuth): Promise<void> {
    if (pending.intent !== 'follows') return authorize(pending)
    pendingImport.set(pending.next)
    await authorize(pending).catch((error: unknown) => {
      pendingImport.clear()
      throw error
    })
  }
}
