import type {
  NotificationItem,
  NotificationText,
} from '#worker/features/notifications/copy/notification.ts'

/** Discord’s limit for `content`, in UTF-16 units, which no other way of counting exceeds. */
export const maxDiscordMessageLength = 2000
const titleLimit = 400

/** Cuts what was typed without leaving half a character or half an escape at the end. */
function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text
  const kept = text.slice(0, Math.max(0, limit - 1)).replace(/[\uD800-\uDBFF]$/, '')
  const [escapes = ''] = /\\*$/.exec(kept) ?? []
  return `${escapes.length % 2 === 1 ? kept.slice(0, -1) : kept}…`
}

/** Whole lines that fit: half a time or half a link says nothing. */
function takeLinesWithin(lines: string[], limit: number): string[] {
  let length = 0
  const end = lines.findIndex((line) => (length += line.length + 1) > limit)
  return end === -1 ? lines : lines.slice(0, end)
}

/** Never longer than Discord's limit, the link always whole. */
export function renderDiscordMessage(
  { title, text, path, items = [] }: NotificationText,
  urlOf: (path: string) => string,
): string {
  const url = urlOf(path)
  const head = `**${truncateText(title, titleLimit)}**`
  const line = ({ name, start, channel, path: to }: NotificationItem) =>
    [
      `- [${truncateText(name, titleLimit)}](<${urlOf(to)}>)`,
      start,
      truncateText(channel ?? '', titleLimit),
    ]
      .filter(Boolean)
      .join(' · ')
  const room = maxDiscordMessageLength - head.length - url.length - 2
  const words = text === '' ? [] : [truncateText(text, room)]
  const left = room - words.join().length - 1
  return [head, ...words, ...takeLinesWithin(items.map(line), left), url].join('\n')
}
