type Texts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const key = 'follow_import'

/** What outlives the way to Twitch and back, in this tab: where on which page the channels were wanted. */
export function createReturnMark(storage: Texts) {
  return {
    set: (address: string) => storage.setItem(key, address),
    clear: () => storage.removeItem(key),
    /** Told once, so that reloading asks nothing. */
    take(address: string): boolean {
      const isWanted = storage.getItem(key) === address
      if (isWanted) storage.removeItem(key)
      return isWanted
    },
  }
}
