import { api, readAccessToken, type Api } from '#site/lib/api.ts'
import type { ApiResponseData } from '#site/lib/api-calls.ts'
import { readSessionId } from './access-token.ts'

type Start = ApiResponseData<'get', 'users/me/start'>

/** The calls whose answers the start holds. */
const parts = {
  'users/me/settings': 'settings',
  'users/me/relations': 'relations',
  'users/me/notifications': 'notifications',
  'achievements/me/stats': 'stats',
  'achievements/new': 'new_achievements',
  'onboarding/content-onboarding/status': 'onboarding',
} as const satisfies Record<string, keyof Start>
type PartPath = keyof typeof parts

/** An older answer may no longer be true. */
const validMs = 15_000

type Dependencies = { api: Api; readSession: () => string; now: () => number }

/** One call for the personal state of a page's start; what is read again has its own call. */
export function createStartApi({ api, readSession, now }: Dependencies) {
  let start: { session: string; at: number; answer: Promise<Start> } | undefined
  const taken = new Set<PartPath>()

  function findAtStart(path: string): Promise<unknown> | undefined {
    if (!Object.hasOwn(parts, path)) return undefined
    const partPath = path as PartPath
    const session = readSession()
    if (start?.session !== session) {
      start = { session, at: now(), answer: api.get('users/me/start') }
      taken.clear()
    }
    if (taken.has(partPath) || now() - start.at > validMs) return undefined
    taken.add(partPath)
    return start.answer.then((answer) => answer[parts[partPath]])
  }

  /** After an act of which the start may not know. */
  function discardFromStart(...paths: PartPath[]): void {
    for (const path of paths) taken.add(path)
  }

  const startApi: Api = {
    ...api,
    // Each part is as the call of its path answers.
    get: ((path, ...input) => findAtStart(path) ?? api.get(path, ...input)) as Api['get'],
  }
  return { startApi, discardFromStart }
}

export const { startApi, discardFromStart } = createStartApi({
  api,
  readSession: () => readSessionId(readAccessToken()),
  now: Date.now,
})
