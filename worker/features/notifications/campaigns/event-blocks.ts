import { m } from '#messages'
import { acceptedLocales } from '#worker/locale/locales.ts'
import type { Ctx } from '#worker/context.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  renderEventPart,
  renderEventText,
  type MailEvent,
} from '#worker/features/notifications/channels/mail-event.ts'
import type { MailContent } from '#worker/features/notifications/channels/mail-content.ts'
import {
  findShownEvents,
  type ShownEvent,
} from '#worker/features/notifications/shown-events/shown-events.ts'
import type { CampaignTexts } from './contract.ts'

const anywhere = /\{\{event:([^\s{}]*)\}\}/g
/** Alone on its line. */
const block = /^[ \t]*\{\{event:([^\s{}]+)\}\}[ \t]*$/gm

export function listEventSlugs(markdown: string): string[] {
  return [...new Set([...markdown.matchAll(block)].map(([, slug = '']) => slug))]
}

/** Each block becomes a paragraph of its own, which `insertEvents` replaces. */
export function separateEventBlocks(markdown: string): string {
  return markdown.replace(block, '\n{{event:$1}}\n')
}

type Body = NonNullable<MailContent['body']>

/** Leaves out those that are no longer on the agenda. */
export function insertEvents({ html, text }: Body, events: ReadonlyMap<string, MailEvent>): Body {
  const replace = (slug: string, render: (event: MailEvent) => string) => {
    const event = events.get(slug)
    return event ? render(event) : ''
  }
  return {
    html: html.replace(/<p style="[^"]*">\{\{event:([^\s{}<]+)\}\}<\/p>/g, (_, slug: string) =>
      replace(slug, (event) => renderEventPart(event).toString()),
    ),
    text: text.replace(/^\{\{event:([^\s{}]+)\}\}$/gm, (_, slug: string) =>
      replace(slug, renderEventText),
    ),
  }
}

function listMisplaced(markdown: string): string[] {
  return [...markdown.replace(block, '').matchAll(anywhere)].map(([written]) => written)
}

type TextPath = { path: string; markdown: string }

/** @throws a 422 that names a block within a line, or an event that is not on the agenda */
export async function findEventsOfTexts(
  ctx: Ctx,
  texts: readonly TextPath[],
): Promise<ShownEvent[]> {
  const { locale } = ctx
  const slugs = [...new Set(texts.flatMap(({ markdown }) => listEventSlugs(markdown)))]
  const found = await findShownEvents(ctx, { slugs })
  const known = new Set(found.map(({ event }) => event.slug))
  const faults = texts.flatMap(({ path, markdown }) => {
    const [misplaced] = listMisplaced(markdown)
    if (misplaced) return [{ path, msg: m.campaign_event_alone({ block: misplaced }, { locale }) }]
    const slug = listEventSlugs(markdown).find((one) => !known.has(one))
    return slug ? [{ path, msg: m.campaign_event_unknown({ slug }, { locale }) }] : []
  })
  const [first] = faults
  if (first) throw new AppError('invalid', 'validation_failed', { details: faults, msg: first.msg })
  return found
}

export async function assertEventsFound(ctx: Ctx, texts: CampaignTexts): Promise<void> {
  await findEventsOfTexts(
    ctx,
    acceptedLocales.map((locale) => ({
      path: `texts.${locale}.markdown`,
      markdown: texts[locale].markdown,
    })),
  )
}
