export type PushedNotification = {
  title: string
  body: string
  path: string
  tag: string
  lang: string
  image: string | undefined
  actions: PushedNotificationAction[]
}
/** `action` is an address, which is also the button's name. */
export type PushedNotificationAction = { action: string; title: string }

function parseObject(data: string | undefined): Record<string, unknown> {
  try {
    return Object(JSON.parse(data ?? '')) as Record<string, unknown>
  } catch {
    return {}
  }
}

function toActions(actions: unknown): PushedNotificationAction[] {
  if (!Array.isArray(actions)) return []
  return actions.flatMap((one: unknown) => {
    const { label, url } = Object(one) as Record<string, unknown>
    const isLink = typeof url === 'string' && /^https?:\/\//.test(url)
    return isLink && typeof label === 'string' && label ? [{ action: url, title: label }] : []
  })
}

/** Two slashes would name another site. */
function isSitePath(path: string): boolean {
  return /^\/(?![/\\])/.test(path)
}

/** Something must be shown for each push: what cannot be read says at least whom it is from. */
export function parsePushMessage(data: string | undefined): PushedNotification {
  const message = parseObject(data)
  const text = (name: string) => (typeof message[name] === 'string' ? message[name] : '')
  const path = text('path')
  return {
    title: text('title') || 'Hypecal',
    body: text('body'),
    path: isSitePath(path) ? path : '/',
    tag: text('tag') || 'hypecal',
    lang: text('lang') || 'en',
    image: isSitePath(text('image')) ? text('image') : undefined,
    actions: toActions(message['actions']).slice(0, 2),
  }
}
