import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { Failure } from '#site/ui/Failure.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { categoryChoices, languageChoices, platformName } from '#site/lib/labels.ts'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { TextField } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import { StreamingAccountId } from '#worker/contracts/ids.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  ScheduleSourceInput,
  type ScheduleKind,
} from '#worker/features/imports/schedules/contract.ts'
import {
  filterChannelsForKind,
  scheduleKindNames,
  listAvailableScheduleKinds,
  type SchedulesStore,
} from './schedules.store.ts'

type ScheduleFormValues = {
  kind: ScheduleKind
  account_id: number
  url: string
  category: Category
  language: ContentLanguage
  timezone: string
}
const Schema = v.variant('kind', [
  ...ScheduleSourceInput.options,
  v.object({ kind: v.literal('ical_file'), account_id: StreamingAccountId }),
])

type Props = {
  store: SchedulesStore
  /** Accounts that may be imported for. */
  accounts: { id: number; name: string; platform: Platform }[]
  timezone: string
}

function useNewSchedule({ store, accounts, timezone }: Props) {
  const [file, setFile] = useState<File>()
  const [defaults] = useState<ScheduleFormValues>(() => {
    const [kind = 'ical_url'] = listAvailableScheduleKinds(accounts)
    return {
      kind,
      account_id: filterChannelsForKind(kind, accounts)[0]?.id ?? 0,
      url: '',
      category: 'variety',
      language: getLocale(),
      timezone,
    }
  })
  const [isFileMissing, setIsFileMissing] = useState(false)
  const form = useValidatedForm<ScheduleFormValues>({
    schema: Schema,
    defaults,
    fallback: m.schedules_failed,
    isCheckedOnBlur: true,
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

  function choose(chosen: File | undefined): void {
    setFile(chosen)
    setIsFileMissing(false)
  }
  return { form, choose, isFileMissing }
}

type ScheduleForm = ReturnType<typeof useValidatedForm<ScheduleFormValues>>

/** The chosen channel may not be among those of a new kind. */
function useChannelsForKind(
  { watch, getValues, setValue }: ScheduleForm,
  accounts: Props['accounts'],
) {
  const kind = watch('kind')
  useEffect(() => {
    const ids = filterChannelsForKind(kind, accounts).map(({ id }) => id)
    if (ids[0] && !ids.includes(getValues('account_id'))) setValue('account_id', ids[0])
  }, [kind, accounts, getValues, setValue])
  return filterChannelsForKind(kind, accounts)
}

export function NewSchedule(props: Props) {
  const { accounts } = props
  const { form, choose, isFileMissing } = useNewSchedule(props)
  const { fieldOf, register, submit, errorOf, failure, isBusy, isSending, watch } = form
  const channels = useChannelsForKind(form, accounts)
  const kind = watch('kind')
  return (
    <form method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <div className="profile-pair">
        <SelectField
          label={m.schedules_kind()}
          choices={listAvailableScheduleKinds(accounts).map((one) => ({
            value: one,
            label: scheduleKindNames[one](),
          }))}
          {...fieldOf('kind')}
        />
        <SelectField
          label={m.schedules_account()}
          error={errorOf('account_id')}
          choices={channels.map(({ id, name, platform }) => ({
            value: String(id),
            label: `${name} (${platformName(platform)})`,
          }))}
          field={register('account_id', { valueAsNumber: true })}
        />
      </div>
      {kind === 'ical_url' && (
        <TextField
          label={m.schedules_url()}
          hint={m.schedules_url_hint()}
          {...fieldOf('url')}
          type="url"
        />
      )}
      {kind === 'ical_file' && <FileField isMissing={isFileMissing} onFile={choose} />}
      <div className="profile-pair">
        <SelectField
          label={m.schedules_category()}
          choices={categoryChoices()}
          field={register('category')}
        />
        <SelectField
          label={m.schedules_language()}
          choices={languageChoices()}
          field={register('language')}
        />
      </div>
      <div className="row">
        <SubmitButton {...{ isBusy, isSending }} className="">
          {m.schedules_check()}
        </SubmitButton>
      </div>
    </form>
  )
}

type FileFieldProps = { isMissing: boolean; onFile: (file: File | undefined) => void }

function FileField({ isMissing, onFile }: FileFieldProps) {
  // A file whose field is gone is not sent.
  useEffect(() => () => onFile(undefined), [])
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
