import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { latenessBounds } from '#worker/contracts/lateness.ts'
import { hourMs, minuteMs } from '#worker/contracts/durations.ts'
import { languageTags } from '#worker/locale/locales.ts'

export function formatUnit(value: number, unit: 'second' | 'minute' | 'hour'): string {
  return new Intl.NumberFormat(languageTags[getLocale()], {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  }).format(value)
}

function formatBound(ms: number): string {
  if (ms >= hourMs) return formatUnit(ms / hourMs, 'hour')
  return ms >= minuteMs ? formatUnit(ms / minuteMs, 'minute') : formatUnit(ms / 1000, 'second')
}

/** Upper bound in words; null: it passes all bounds. */
export function formatLateness(bound: number | null): string {
  if (bound === null) return m.lateness_more({ time: formatBound(latenessBounds.at(-1) ?? 0) })
  return bound <= 0 ? m.lateness_not_late() : m.lateness_at_most({ time: formatBound(bound) })
}
