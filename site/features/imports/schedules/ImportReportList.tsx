import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { getLocale } from '#messages/runtime'
import { zoneName } from '#site/lib/time/time-text.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { ImportOutcome, SkipReason } from '#worker/features/imports/schedules/contract.ts'
import type { SchedulesStore } from './schedules.store.ts'

const outcomeNames: Record<Exclude<ImportOutcome, 'skipped'>, () => string> = {
  created: m.schedules_created,
  updated: m.schedules_updated,
  restored: m.schedules_restored,
  cancelled: m.schedules_cancelled,
  unchanged: m.schedules_unchanged,
  missing: m.schedules_missing,
}
const reasonNames: Record<SkipReason, () => string> = {
  off: m.schedules_skip_off,
  past: m.schedules_skip_past,
  too_far: m.schedules_skip_too_far,
  too_long: m.schedules_skip_too_long,
  invalid: m.schedules_skip_invalid,
  unreadable: m.schedules_skip_unreadable,
  unknown_zone: m.schedules_skip_unknown_zone,
  no_uid: m.schedules_skip_no_uid,
  private: m.schedules_skip_private,
  replaced: m.schedules_skip_replaced,
  similar: m.schedules_skip_similar,
  limit: m.schedules_skip_limit,
  decided: m.schedules_skip_decided,
  changed_by_hand: m.schedules_skip_changed_by_hand,
}

function outcomeText(outcome: ImportOutcome, reason: SkipReason | null): string {
  if (reason !== null) return reasonNames[reason]()
  return outcome === 'skipped' ? '' : outcomeNames[outcome]()
}

function nameZone(timeZone: string): string {
  return zoneName({ tag: getLocale(), timeZone })
}

export function ImportReportList({ store }: { store: SchedulesStore }) {
  const looked = useStore(store.$looked)
  const isReady = useIsReady(store.$isBusy)
  if (!looked) return null
  const { is_preview, items } = looked.report
  return (
    <div className="stack" role="status">
      <h4>{is_preview ? m.schedules_preview() : m.schedules_report()}</h4>
      {items.length === 0 && <p className="quiet">{m.schedules_empty()}</p>}
      <ul className="profile-list">
        {items.map(({ name, start, outcome, reason, assumed_timezone: zone }, index) => (
          <li key={`${start} ${index}`}>
            <p className="profile-list-what">
              <b>{reason === 'private' ? m.schedules_private_entry() : name}</b>
              {start !== null && (
                <span className="quiet">
                  <LocalTime at={start} />
                </span>
              )}
              {zone !== null && (
                <span className="quiet">{m.schedules_assumed_zone({ zone: nameZone(zone) })}</span>
              )}
            </p>
            <span className={outcome === 'skipped' ? 'quiet' : 'badge'}>
              {outcomeText(outcome, reason)}
            </span>
          </li>
        ))}
      </ul>
      {is_preview && (
        <div className="row">
          <Button
            label={m.schedules_import()}
            look="primary"
            disabled={!isReady}
            onClick={() => void looked.confirm()}
          />
        </div>
      )}
    </div>
  )
}
