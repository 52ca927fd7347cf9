export type PushedNotification = {
  title: string
  body: string
  path: string
  tag: string
  lang: string
  image: string | undefined
  actions: PushedNotificationAction[]
  badge: number | undefined
  /** Lets this device report that it showed the message. */
  receipt: string
}
/** `action` is an address, which is also the button's name. */
export type PushedNotificationAction = { action: string; title: string }

type Members = Record<string, unknown>

function parseObject(data: string | undefined): Members {
  try {
    return Object(JSON.parse(data ?? '')) as Members
  } catch {
    return {}
  }
}

function readText(members: Members, ...names: string[]): string {
  return names.map((name) => members[name]).find((value) => typeof value === 'string') ?? ''
}

function toActions(actions: unknown): PushedNotificationAction[] {
  if (!Array.isArray(actions)) return []
  return actions.flatMap((one: unknown) => {
    const members = Object(one) as Members
    const [action, title] = [
      readText(members, 'navigate', 'url'),
      readText(members, 'title', 'label'),
    ]
    return /^https?:\/\//.test(action) && title ? [{ action, title }] : []
  })
}

/** Undefined where it leads to another site. */
function toSitePath(address: string, site: string): string | undefined {
  const url =
    /^(?:\/|https?:)/.test(address) && URL.canParse(address, site) && new URL(address, site)
  return url && url.origin === site ? url.pathname + url.search + url.hash : undefined
}

/**
 * Reads the declarative form, and that of messages that an earlier build left with the push service.
 * Something must be shown for each push: what cannot be read says at least whom it is from.
 */
export function parsePushMessage(data: string | undefined, site: string): PushedNotification {
  const message = parseObject(data)
  const notification = Object(message['notification'] ?? message) as Members
  const badge = message['app_badge']
  return {
    title: readText(notification, 'title') || 'Hypecal',
    body: readText(notification, 'body'),
    path: toSitePath(readText(notification, 'navigate', 'path'), site) ?? '/',
    tag: readText(notification, 'tag') || 'hypecal',
    lang: readText(notification, 'lang') || 'en',
    image: toSitePath(readText(notification, 'image'), site),
    actions: toActions(notification['actions']).slice(0, 2),
    receipt: readText(message, 'receipt'),
    badge: Number.isSafeInteger(badge) ? Number(badge) : undefined,
  }
}
