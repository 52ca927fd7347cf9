import { proseTable } from '#site/features/articles/content/prose-table.ts'
import { formatCount, formatShare } from '#site/lib/format.ts'
import { deliveryChannelNames } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { html, type Html } from '#site/ui/html.ts'
import type {
  StatusChannel,
  StatusOutcomes,
  StatusPeriod,
  StatusView,
} from '#worker/features/operations/status/contract.ts'

type Channel = StatusView['channels'][number]

const channelNames: Record<StatusChannel, () => string> = {
  push: m.status_push,
  email: deliveryChannelNames.email,
  discord: deliveryChannelNames.discord,
}

const outcomes: { name: keyof StatusOutcomes; label: () => string }[] = [
  { name: 'on_time', label: m.lateness_on_time },
  { name: 'late', label: m.status_late },
  { name: 'unknown', label: m.status_unknown },
  { name: 'failed', label: m.status_failed },
]

function countAll(counts: StatusOutcomes): number {
  return outcomes.reduce((sum, { name }) => sum + counts[name], 0)
}

export function statusChannel(page: PageContext, { channel, total, periods }: Channel): Html {
  const name = channelNames[channel]()
  const heads = [m.status_day(), ...outcomes.map(({ label }) => label())]
  return html`<section class="channel-card" aria-labelledby="status-${channel}">
    <h3 id="status-${channel}">${name}</h3>
    ${
      total
        ? html`<p class="status-share">
              <b class="display figures"
                >${formatShare(total.on_time / countAll(total), page.locale)}</b
              >
              ${m.status_on_time_of({ count: formatCount(countAll(total), page.locale) })}
            </p>
            ${bars(periods)}
            <details>
              <summary>${m.status_by_day({ channel: name })}</summary>
              <div class="prose status-days">
                ${proseTable(
                  periods.map((period) => periodRow(page, period)),
                  heads,
                )}
              </div>
            </details>`
        : html`<p class="quiet">${m.status_not_enough()}</p>`
    }
  </section>`
}

function periodRow(page: PageContext, period: StatusPeriod): (Html | string)[] {
  const { from, until } = period
  const first = calendarDay(page, { day: from })
  const days = from === until ? first : html`${first} – ${calendarDay(page, { day: until })}`
  return [days, ...outcomes.map(({ name }) => formatCount(period[name], page.locale))]
}

/** Shares of each period, the earliest first; the table below says the same in numbers. */
function bars(periods: readonly StatusPeriod[]): Html {
  return html`<svg
    class="status-bars"
    viewBox="0 0 ${periods.length} 100"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${periods.toReversed().map((period, x) => bar(period, x))}
  </svg>`
}

function bar(period: StatusPeriod, x: number): Html[] {
  const all = countAll(period)
  let top = 0
  return outcomes.toReversed().flatMap(({ name }) => {
    const height = (period[name] / all) * 100
    const y = top
    top += height
    if (height === 0) return []
    return html`<rect
      class="status-${name}"
      x="${x + 0.1}"
      y="${y}"
      width="0.8"
      height="${height}"
    ></rect>`
  })
}
