type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'follow_import'

/** Remembers in this tab, across the redirect to Twitch, where on which page the import was asked for. */
export function createPendingImport(storage: Texts) {
  return {
    set: (address: string) => storage.setItem(key, address),
    clear: () => storage.removeItem(key),
    /** True once, so that a reload does not repeat the import. */
    take(address: string): boolean {
      const isWanted = storage.getItem(key) === address
      if (isWanted) storage.removeItem(key)
      return isWanted
    },
  }
}
