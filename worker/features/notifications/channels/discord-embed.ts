import type {
  NotificationItem,
  NotificationText,
} from '#worker/features/notifications/copy/notification.ts'
import { brandColor, type DiscordEmbed } from '#worker/integrations/discord/discord-sender.ts'

/**
 * Discord's limits, in UTF-16 units, which no other way of counting exceeds; `all`: of title,
 * description and fields together.
 */
export const discordLimits = { title: 256, description: 4096, fieldValue: 1024, all: 6000 }
const titleLimit = 250
const descriptionLimit = 3500
const valueLimit = 450

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

export type EmbedFacts = Pick<DiscordEmbed, 'fields' | 'thumbnail'> & { color?: number }

/** Never longer than Discord's limits. */
export function renderDiscordEmbed(
  { title, text, shows, path, items = [] }: NotificationText,
  urlOf: (path: string) => string,
  { fields = [], thumbnail, color = brandColor }: EmbedFacts = {},
): DiscordEmbed {
  const line = ({ name, start, channel, path: to }: NotificationItem) =>
    [
      `- [${truncateText(name, titleLimit)}](${urlOf(to)})`,
      start,
      truncateText(channel ?? '', titleLimit),
    ]
      .filter(Boolean)
      .join(' · ')
  const words = truncateText(shows && fields.length > 0 ? shows.lead : text, descriptionLimit)
  const listed = takeLinesWithin(items.map(line), descriptionLimit - words.length - 1)
  const description = [words, ...listed].filter((part) => part.trim() !== '').join('\n')
  return {
    title: truncateText(title, titleLimit),
    url: urlOf(path),
    ...(description && { description }),
    color,
    ...(thumbnail && { thumbnail }),
    ...(fields.length > 0 && {
      fields: fields.map(({ value, ...field }) => ({
        ...field,
        value: truncateText(value, valueLimit),
      })),
    }),
  }
}
