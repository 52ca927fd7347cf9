import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { VideoView } from '#worker/features/moderation/proposals/videos/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createEmptyDraft, wizardSteps, type Draft, type DraftFieldName } from './draft.ts'
import type { StepProps } from './steps.ts'
import { VideoCard } from './VideoCard.tsx'
import { EditCard } from './EditCard.tsx'
import { createVideoLookup } from './video-lookup.ts'
import { wizardStepViews } from './WizardForm.tsx'

afterEach(() => vi.unstubAllGlobals())

const fields = wizardSteps.flatMap((names, step) => names.map((name) => ({ step, name })))

type FieldWithError = {
  name: DraftFieldName
  draft?: Partial<Draft> | undefined
  children: ReactNode
}

function FormWithError({ name, draft, children }: FieldWithError) {
  const errors = { [name]: { type: 'server', message: `error of ${name}` } }
  const form = useForm<Draft>({
    defaultValues: { ...createEmptyDraft('en', 'UTC'), weekly_dates: '2', ...draft },
    errors,
  })
  return <FormProvider {...form}>{children}</FormProvider>
}

const props: StepProps = {
  own: [],
  isOwnChannel: false,
  willPublish: false,
  videoLookup: createVideoLookup(fakeApi({})),
  editedDates: undefined,
  takeLink: () => '',
}

test.each(fields)('step $step shows the error of its field $name', ({ step, name }) => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
  const { View } = wizardStepViews[step]!
  const html = renderToStaticMarkup(
    <FormWithError name={name}>
      <View {...props} />
    </FormWithError>,
  )
  expect(html).toContain(`error of ${name}`)
})

test.each(fields.filter(({ step }) => step > 0))(
  'the card of a video shows the error of $name',
  ({ name }) => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
    const video = { name: 'The Opera', platform: 'youtube', channel_name: 'ARTE' } as VideoView
    const html = renderToStaticMarkup(
      <FormWithError name={name}>
        <VideoCard {...props} video={video} />
      </FormWithError>,
    )
    expect(html).toContain(`error of ${name}`)
  },
)

const renderEdit = (name: DraftFieldName, draft?: Partial<Draft>) =>
  renderToStaticMarkup(
    <FormWithError {...{ name, draft }}>
      <EditCard {...props} editedDates={1} />
    </FormWithError>,
  )

test.each(fields.filter(({ name }) => name !== 'weekly_dates'))(
  'the card of an edit shows the error of $name',
  ({ name }) => {
    vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
    expect(renderEdit(name)).toContain(`error of ${name}`)
  },
)

test('the card of an edit says what the proposal says', () => {
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' })
  const html = renderEdit('name', {
    ...{ name: 'Gala', platform: 'twitch', streaming_account_name: 'zerator' },
    ...{ time_certainty: 'date_only', start_date: '2026-12-04', end_date: '2026-12-04' },
  })
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
  expect(text).toMatch(
    /Details Gala Change .*Date and time Dec 4 UTC Change .*Channel Twitch zerator Change/,
  )
  expect(html).toContain('value="https://www.twitch.tv/zerator"')
})
