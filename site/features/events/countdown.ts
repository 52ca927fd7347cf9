import { m } from '#site/lib/messages.ts'
import { splitCountdown } from '#site/lib/time/time-text.ts'
import { floorToMinute } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'

type CountdownProps = { at: string; class: string }

export function countdown({ ctx }: PageContext, { at, class: name }: CountdownProps): Html {
  const figures = splitCountdown(Date.parse(at), floorToMinute(ctx.now))
  const units = [
    m.countdown_days(),
    m.countdown_hours(),
    m.countdown_minutes(),
    m.countdown_seconds(),
  ]
  return html`<time
    class="countdown when-scripted ${name}"
    datetime="${at}"
    data-time-format="countdown"
    role="timer"
    aria-label="${m.countdown_label()}"
  >
    ${units.map(
      (unit, index) =>
        html`<span ${attributes({ hidden: index === 0 && figures[0] === 0 })}>
          <b class="display">${String(figures[index]).padStart(index ? 2 : 1, '0')}</b>
          ${unit}
        </span>`,
    )}
  </time>`
}
