type DeclarativeNotification = {
  title: string
  navigate: string
  body: string
  lang: string
  tag: string
  image: string | undefined
  icon: string | undefined
  actions: { action: string; title: string; navigate: string }[]
  appBadge: number | undefined
  isMutable: boolean
}

type Members = Record<string, unknown>

function isMap(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class ParseFailure extends Error {}

function fail(reason: string): never {
  throw new ParseFailure(reason)
}

function readText(from: Members, name: string): string {
  const value = from[name] ?? ''
  return typeof value === 'string' ? value : fail(`${name} is no string`)
}

/** WebKit resolves against nothing, so that only a whole address is one. */
function readAddress(from: Members, name: string): string | undefined {
  if (!(name in from)) return undefined
  const text = readText(from, name)
  return URL.canParse(text) ? new URL(text).href : fail(`${name} is no address`)
}

function readBadge(from: Members): number | undefined {
  const value = from['app_badge']
  const isBadge = value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0)
  return isBadge ? (value as number | undefined) : fail('app_badge is no unsigned integer')
}

function readActions(from: Members): DeclarativeNotification['actions'] {
  const actions = from['actions'] ?? []
  if (!Array.isArray(actions)) return fail('actions is no list')
  return actions.map((one: unknown) => {
    if (!isMap(one)) return fail('an action is no map')
    const [action, title] = [readText(one, 'action'), readText(one, 'title')]
    const navigate = readAddress(one, 'navigate')
    return action && title && navigate
      ? { action, title, navigate }
      : fail('an action lacks a part')
  })
}

function checkFlags(notification: Members, mutable: unknown): void {
  const { dir, silent, renotify, vibrate, tag } = notification
  if (dir !== undefined && !['auto', 'ltr', 'rtl'].includes(String(dir))) return fail('dir')
  for (const flag of [silent, renotify, mutable]) {
    if (flag !== undefined && typeof flag !== 'boolean') return fail('a flag is no boolean')
  }
  if (renotify && !tag) return fail('renotify needs a tag')
  if (silent && vibrate !== undefined) return fail('silent with vibrate')
}

/**
 * By the steps of the Push API's draft, with what WebKit refuses besides: an empty title and an
 * address that is not whole.
 *
 * @throws where the engine would hand the message to the service worker
 */
export function parseDeclarativePush(data: string): DeclarativeNotification {
  const message: unknown = JSON.parse(data)
  if (!isMap(message)) return fail('no map')
  if (message['web_push'] !== 8030) return fail('web_push is not 8030')
  const { notification } = message
  if (!isMap(notification)) return fail('notification is no map')
  const title = readText(notification, 'title') || fail('title is missing')
  const navigate = readAddress(notification, 'navigate') ?? fail('navigate is missing')
  const tag = readText(notification, 'tag')
  checkFlags(notification, message['mutable'])
  readBadge(notification)
  return {
    title,
    navigate,
    body: readText(notification, 'body'),
    lang: readText(notification, 'lang'),
    tag,
    image: readAddress(notification, 'image'),
    icon: readAddress(notification, 'icon'),
    actions: readActions(notification),
    appBadge: readBadge(message),
    isMutable: message['mutable'] === true,
  }
}
