import { useState } from 'react'
import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { Failure } from '#site/islands/forms/Failure.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { categories, languages, platformName } from '#site/islands/forms/labels.ts'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { categoryName } from '#site/lib/event-words.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import {
  StreamingAccountId,
  type Category,
  type Language,
  type Platform,
} from '#worker/contract.ts'
import { ScheduleSourceInput, type ScheduleKind } from '#worker/features/schedules/contract.ts'
import { kindNames } from './schedule-kinds.ts'
import type { SchedulesStore } from './schedules.store.ts'

type Values = {
  kind: ScheduleKind
  account_id: number
  url: string
  category: Category
  language: Language
  timezone: string
}
const Schema = v.variant('kind', [
  ...ScheduleSourceInput.options,
  v.object({ kind: v.literal('ical_file'), account_id: StreamingAccountId }),
])

type Props = {
  store: SchedulesStore
  /** Those that may be imported for. */
  accounts: { id: number; name: string; platform: Platform }[]
  timezone: string
}

function useNewSchedule({ store, accounts, timezone }: Props) {
  const [file, setFile] = useState<File>()
  const [defaults] = useState<Values>(() => ({
    kind: accounts.some(({ platform }) => platform === 'twitch') ? 'twitch_schedule' : 'ical_url',
    account_id: accounts[0]?.id ?? 0,
    url: '',
    category: 'variety',
    language: getLocale(),
    timezone,
  }))
  const [isFileMissing, setIsFileMissing] = useState(false)
  const form = useCheckedForm<Values>({
    schema: Schema,
    defaults,
    fallback: m.schedules_failed,
    async send({ kind, url, ...target }) {
      const { account_id, category, language } = target
      if (kind === 'ical_url')
        return store.add(v.parse(ScheduleSourceInput, { kind, url, ...target }))
      if (kind === 'twitch_schedule') {
        return store.add(v.parse(ScheduleSourceInput, { kind, ...target }))
      }
      setIsFileMissing(!file)
      const fields = { account_id: String(account_id), category, language, timezone }
      if (file) await store.lookAtFile(file, fields)
    },
  })
  return { form, setFile, isFileMissing: isFileMissing && !file }
}

/** Names a schedule, a calendar or a file; what would come of it is shown before it comes. */
export function NewSchedule(props: Props) {
  const { form, setFile, isFileMissing } = useNewSchedule(props)
  const { register, submit, errorOf, failure, isBusy, isSending, watch } = form
  const kind = watch('kind')
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <div className="profile-pair">
        <Field label={m.schedules_kind()} error={errorOf('kind')}>
          {(control) => (
            <select {...control} {...register('kind')} className="select">
              {(Object.keys(kindNames) as ScheduleKind[]).map((one) => (
                <option key={one} value={one}>
                  {kindNames[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={m.schedules_account()} error={errorOf('account_id')}>
          {(control) => (
            <select
              {...control}
              {...register('account_id', { valueAsNumber: true })}
              className="select"
            >
              {props.accounts.map(({ id, name, platform }) => (
                <option key={id} value={id}>
                  {`${name} (${platformName(platform)})`}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {kind === 'ical_url' && <UrlField {...{ register, errorOf }} />}
      {kind === 'ical_file' && <FileField isMissing={isFileMissing} onFile={setFile} />}
      <EventFields register={register} />
      <div className="row">
        <SubmitButton {...{ isBusy, isSending }} className="">
          {m.schedules_check()}
        </SubmitButton>
      </div>
    </form>
  )
}

type Form = ReturnType<typeof useCheckedForm<Values>>

function UrlField({ register, errorOf }: Pick<Form, 'register' | 'errorOf'>) {
  return (
    <Field label={m.schedules_url()} hint={m.schedules_url_hint()} error={errorOf('url')}>
      {(control) => (
        <input
          {...control}
          {...register('url')}
          className="input"
          type="url"
          inputMode="url"
          autoComplete="off"
        />
      )}
    </Field>
  )
}

type FileProps = { isMissing: boolean; onFile: (file: File | undefined) => void }

function FileField({ isMissing, onFile }: FileProps) {
  return (
    <Field label={m.schedules_file()} error={isMissing ? m.schedules_file_missing() : undefined}>
      {(control) => (
        <input
          {...control}
          className="input"
          type="file"
          accept=".ics,text/calendar"
          onChange={(event) => onFile(event.target.files?.[0])}
        />
      )}
    </Field>
  )
}

/** What a schedule does not say of its events. */
function EventFields({ register }: Pick<Form, 'register'>) {
  return (
    <div className="profile-pair">
      <Field label={m.schedules_category()}>
        {(control) => (
          <select {...control} {...register('category')} className="select">
            {categories.map((one) => (
              <option key={one} value={one}>
                {categoryName(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={m.schedules_language()}>
        {(control) => (
          <select {...control} {...register('language')} className="select">
            {languages.map((one) => (
              <option key={one} value={one}>
                {languageName(one)}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  )
}
