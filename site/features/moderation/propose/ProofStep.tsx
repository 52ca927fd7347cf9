import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { m } from '#site/lib/messages.ts'
import { type Draft, readEnd, readStart, readWeeklyDates } from './draft.ts'
import type { StepProps } from './steps.ts'
import { useDraftField } from './use-draft-field.ts'
import { getLocale } from '#messages/runtime'
import { platformName } from '#site/lib/labels.ts'
import { categoryName } from '#site/lib/event-labels.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { formatList, nativeLanguageName, separator } from '#site/lib/format.ts'
import { paths } from '#site/lib/paths.ts'
import { dateText, dayName, localDay, timeText, zoneName } from '#site/lib/time/time-text.ts'

const noteTexts = {
  additional_info: () => ({ label: m.propose_additional() }),
  moderator_note: () => ({ label: m.propose_note(), hint: m.propose_note_hint() }),
}

export function ProofStep({ isOwnChannel }: StepProps) {
  const { watch } = useFormContext<Draft>()
  return (
    <div className="stack">
      <ProofFields isOwnChannel={isOwnChannel} />
      <section className="stack" aria-labelledby="propose-preview">
        <h4 id="propose-preview" className="propose-preview-title">
          {m.propose_preview()}
        </h4>
        <DraftPreview draft={watch()} />
      </section>
    </div>
  )
}

export function ProofFields({ isOwnChannel }: Pick<StepProps, 'isOwnChannel'>) {
  const { getValues } = useFormContext<Draft>()
  const of = useDraftField()
  // A channel of one's own is its proof, unless another was given before.
  const [isProofShown] = useState(() => !isOwnChannel || getValues('proof_url') !== '')
  return (
    <>
      {isProofShown && (
        <TextField
          {...of('proof_url')}
          label={m.propose_proof()}
          hint={m.propose_proof_hint()}
          type="url"
          inputMode="url"
          placeholder="https://"
          required={!isOwnChannel}
        />
      )}
      {(['additional_info', 'moderator_note'] as const).map((name) => (
        <TextArea key={name} {...of(name)} {...noteTexts[name]()} rows={2} />
      ))}
      <TextField {...of('paid_by')} label={m.field_paid_by()} hint={m.field_paid_by_hint()} />
    </>
  )
}

function DraftPreview({ draft }: { draft: Draft }) {
  const { platform, category, language, participants } = draft
  const facts = [
    language && nativeLanguageName(language),
    category && categoryName(category),
    draft.game_id !== null && draft.game_name,
  ].filter(Boolean)
  const names = participants.map(({ display_name }) => display_name)
  return (
    <article className="card propose-preview">
      {draft.thumbnail_path && (
        <img src={paths.media(draft.thumbnail_path)} alt="" width={640} height={360} />
      )}
      <PreviewTime draft={draft} />
      <div className="propose-preview-text">
        <p className="propose-preview-name">{draft.name || m.propose_name()}</p>
        <p className="quiet">
          {platform && <b className={`platform-${platform}`}>{platformName(platform)}</b>}{' '}
          {draft.streaming_account_name}
          {facts.map((fact) => separator + fact)}
        </p>
        {names.length > 0 && <p className="quiet">{formatList(names, getLocale())}</p>}
        {draft.description && <p className="propose-preview-about">{draft.description}</p>}
      </div>
    </article>
  )
}

function PreviewTime({ draft }: { draft: Draft }) {
  const start = readStart(draft)
  const end = readEnd(draft)
  const dates = readWeeklyDates(draft)
  const reader = currentTimeContext()
  if (!('at' in start)) return null
  const isExact = draft.time_certainty === 'exact'
  const zoned = { ...reader, timeZone: isExact ? reader.timeZone : draft.timezone }
  const day = localDay(start.at, zoned)
  return (
    <p className="propose-preview-time">
      <span className="quiet">{dayName(day, zoned)}</span>
      <b className="display">{dateText(day, zoned)}</b>
      {isExact && (
        <span className="figures">
          {timeText('time', start.at, zoned)}
          {'at' in end && ` – ${timeText('end', end.at, zoned, start.at)}`}
        </span>
      )}
      <span className="quiet">{zoneName(zoned)}</span>
      {dates.length > 0 && (
        <span>
          {m.series_every({ at: timeText(isExact ? 'weekly' : 'weekday', start.at, zoned) })}
          {separator}
          {m.series_dates({ count: dates.length })}
        </span>
      )}
    </p>
  )
}
