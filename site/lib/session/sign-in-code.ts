import { api } from '#site/lib/api.ts'
import { session } from './session.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import { readBrowserZone } from '#site/lib/time/wall-clock.ts'
import { createSignInCodeStore } from './sign-in-code.store.ts'

export const signInCodeStore = createSignInCodeStore({
  api,
  storage: openStorage('sessionStorage'),
  now: () => Date.now(),
  timeZone: readBrowserZone,
  settle: session.settle,
})
