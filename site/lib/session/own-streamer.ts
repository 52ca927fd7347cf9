import { readAccessToken } from '#site/lib/api.ts'
import { readHypesAndFollows } from './relations.ts'
import { session } from './session.store.ts'

/** Pages are cached for everyone: `show` completes them for a member, whose page may be none. */
export function showForOwner(show: (ownStreamer: number | null) => Promise<void> | void): void {
  async function showToMember(): Promise<void> {
    if (readAccessToken()) await show((await readHypesAndFollows()).own_streamer)
  }
  session.$isSignedIn.listen((isSignedIn) => {
    if (isSignedIn) showToMember().catch(() => undefined)
  })
  showToMember().catch(() => undefined)
}
