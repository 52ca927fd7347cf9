import { pushOfferedKey } from '#site/lib/storage-keys.ts'
import type { PushBrowser } from './push-browser.ts'

type Dependencies = {
  browser: Pick<PushBrowser, 'support'>
  /** Whether the person was asked by the browser already. */
  isDecided: () => boolean
  memory: Pick<Storage, 'getItem' | 'setItem'>
  readPublicKey: () => Promise<string | null>
  ask: () => void
}

/** Once for each browser, and only where a yes would be heard. */
export async function offerOnce(dependencies: Dependencies): Promise<void> {
  const { browser, isDecided, memory, readPublicKey, ask } = dependencies
  if (browser.support() !== 'ready' || isDecided() || memory.getItem(pushOfferedKey)) return
  if ((await readPublicKey()) === null) return
  memory.setItem(pushOfferedKey, 'yes')
  ask()
}
