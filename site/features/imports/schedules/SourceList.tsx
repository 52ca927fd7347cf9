import { useStore } from '@nanostores/react'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { useIsReady } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { ScheduleSourceView } from '#worker/features/imports/schedules/contract.ts'
import { scheduleKindNames, scheduleErrorText, type SchedulesStore } from './schedules.store.ts'

type Props = { store: SchedulesStore; onRemove: (source: ScheduleSourceView) => void }

export function SourceList({ store, onRemove }: Props) {
  const sources = useStore(store.$sources)
  if (sources.length === 0) return null
  return (
    <ul className="profile-list">
      {sources.map((source) => (
        <SourceItem key={source.id} {...{ store, source, onRemove }} />
      ))}
    </ul>
  )
}

export function scheduleSourceName({ kind, host, account }: ScheduleSourceView): string {
  return [scheduleKindNames[kind](), host ?? account].join(separator)
}

function SourceItem({ store, source, onRemove }: Props & { source: ScheduleSourceView }) {
  const isReady = useIsReady(store.$isBusy)
  const { kind, last_error } = source
  const name = scheduleSourceName(source)
  return (
    <li>
      <p className="profile-list-what">
        <b>{name}</b>
        {last_error && <span className="field-error">{scheduleErrorText(last_error)}</span>}
        {kind !== 'ical_file' && <SourceRunTimes source={source} />}
      </p>
      <div className="row">
        {kind !== 'ical_file' && (
          <Button
            label={m.schedules_check()}
            isSmall
            disabled={!isReady}
            aria-label={m.schedules_check_one({ name })}
            onClick={() => void store.lookAt(source)}
          />
        )}
        <Button
          label={m.schedules_remove()}
          isSmall
          disabled={!isReady}
          aria-label={m.schedules_remove_one({ name })}
          onClick={() => onRemove(source)}
        />
      </div>
    </li>
  )
}

function SourceRunTimes({ source: { last_run_at, next_run_at } }: { source: ScheduleSourceView }) {
  return (
    <>
      {last_run_at !== null && (
        <span className="quiet">
          <LocalTime at={last_run_at} within={m.schedules_last} />
        </span>
      )}
      <span className="quiet">
        {next_run_at === null ? (
          m.schedules_not_started()
        ) : (
          <LocalTime at={next_run_at} within={m.schedules_next} />
        )}
      </span>
    </>
  )
}
