import { FormProvider, useForm } from 'react-hook-form'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createEmptyDraft, wizardSteps, type Draft, type DraftFieldName } from './draft.ts'
import { createVideoLookup } from './video-lookup.ts'
import { wizardStepViews } from './WizardForm.tsx'

afterEach(() => vi.unstubAllGlobals())

const fields = wizardSteps.flatMap((names, step) => names.map((name) => ({ step, name })))

function StepWithError({ step, name }: { step: number; name: DraftFieldName }) {
  const errors = { [name]: { type: 'server', message: `error of ${name}` } }
  const form = useForm<Draft>({
    defaultValues: { ...createEmptyDraft('en', 'UTC'), weekly_dates: '2' },
    errors,
  })
  const { View } = wizardStepViews[step]!
  return (
    <FormProvider {...form}>
      <View
        own={[]}
        isOwnChannel={false}
        willPublish={false}
        videoLookup={createVideoLookup(fakeApi({}))}
        editedDates={undefined}
      />
    </FormProvider>
  )
}

test.each(fields)('step $step shows the error of its field $name', ({ step, name }) => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
  const html = renderToStaticMarkup(<StepWithError step={step} name={name} />)
  expect(html).toContain(`error of ${name}`)
})
