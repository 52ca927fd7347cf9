import { findForeignLanguage } from '#site/lib/event-labels.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

/** Opens the event from anywhere on its card or row; its page has `RowKeys`. */
export function eventLink(
  { locale }: PageContext,
  event: EventRowFields,
  name: string | Html = event.name,
): Html {
  return html`<a
    class="whole-link"
    href="${paths.event(locale, event.slug)}"
    ${attributes({ lang: findForeignLanguage(event.language, locale) })}
  >
    ${name}
  </a>`
}
