import { attributes, html, type Html } from './html.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import { createMemo } from '#worker/contracts/memo.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { formatDistance, timeText, type TimeFormatName } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'

/** Written in UTC; the browser rewrites it for the reader. */
type TimeProps = {
  at: string
  as: TimeFormatName
  class?: string | undefined
  /** The start that `at` ends. */
  from?: string | undefined
}

export function time(page: PageContext, props: TimeProps): Html {
  const { at, as, class: name } = props
  // These depend on how far away the instant is.
  if (as === 'end' || as === 'ending' || as === 'until') return timeElement(page, props)
  // A date that is far away has its year.
  const today = Math.floor(page.ctx.now / dayMs)
  return renderedTimes(`${page.locale} ${today} ${as} ${at} ${name}`, () =>
    timeElement(page, props),
  )
}

/** Writing them anew took 10 % of the processor time of the home page. */
const renderedTimes = createMemo<Html>(2_000)

function timeElement({ locale, ctx }: PageContext, { at, as, class: name, from }: TimeProps): Html {
  const start = from === undefined ? undefined : Date.parse(from)
  const text = timeText(as, Date.parse(at), utcTimeContext(locale, ctx.now), start)
  return html`<time
    ${attributes({ class: name })}
    datetime="${at}"
    data-time-format="${as}"
    ${attributes({ 'data-from': from })}
    >${text}</time
  >`
}

type RelativeTimeProps = Pick<TimeProps, 'at' | 'class'> & {
  /**
   * In place of a distance of a day or more, in a row that holds the instant itself; without it the
   * date and hour stand there.
   */
  beyond?: string | undefined
}

export function timeDistance(
  page: PageContext,
  { at, class: name, beyond }: RelativeTimeProps,
): Html {
  const near = formatDistance(Date.parse(at), utcTimeContext(page.locale, page.ctx.now))
  const own = attributes({ class: name, 'data-time-format': 'distance' })
  if (beyond !== undefined) return html`<span ${own}>${near ?? beyond}</span>`
  if (near === undefined) return time(page, { at, as: 'when', class: name })
  return html`<time ${own} datetime="${at}">${near}</time>`
}
