import { attributes, html, type Html } from './html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { timeText, type TimeForm } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'

/** An instant, written in UTC; the browser rewrites it for the reader. */
type TimeProps = { at: string; as: TimeForm; class?: string }

export function time({ locale, ctx }: PageContext, { at, as, class: name }: TimeProps): Html {
  const text = timeText(as, Date.parse(at), utcTimeContext(locale, ctx.now))
  return html`<time ${attributes({ class: name })} datetime="${at}" data-time-format="${as}"
    >${text}</time
  >`
}
