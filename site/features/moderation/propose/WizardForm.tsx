import { useStore } from '@nanostores/react'
import { FormProvider, useFormContext } from 'react-hook-form'
import { getLocale } from '#messages/runtime'
import { Markup } from '#site/ui/Markup.tsx'
import { uploadLicense } from '#site/ui/terms-lines.ts'
import { Button } from '#site/ui/Button.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { m } from '#site/lib/messages.ts'
import { findWizardStep, wizardSteps, type Draft } from './draft.ts'
import { EditCard } from './EditCard.tsx'
import { LinkStep } from './LinkStep.tsx'
import { ProofStep } from './ProofStep.tsx'
import { SimilarEvents } from './SimilarEvents.tsx'
import type { StepProps } from './steps.ts'
import { useSimilarEvents } from './use-similar-events.ts'
import { useStepFocus, useWizardForm } from './use-wizard-form.ts'
import { WhatStep } from './WhatStep.tsx'
import { WhenStep } from './WhenStep.tsx'
import type { WizardStore } from './wizard.store.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import type { ProposalLimits } from './own-channels.ts'

export const wizardStepViews = [
  { title: m.propose_step_link, View: LinkStep },
  { title: m.propose_step_what, View: WhatStep },
  { title: m.propose_step_when, View: WhenStep },
  { title: m.propose_step_proof, View: ProofStep },
] as const

type Props = { wizard: WizardStore; isEdit: boolean; onClose: () => void }
type FormProps = Props & Pick<StepProps, 'editedDates'>

export function WizardForm({ wizard, isEdit, editedDates, onClose }: FormProps) {
  const { form, step, isLast, isCard, send, submit, ...draft } = useWizardForm(wizard)
  const failure = useStore(wizard.$failure)
  const similar = useStore(wizard.$similar)
  const { View } = isEdit ? { View: EditCard } : findStepView(step)
  const isSending = useStore(wizard.$phase) === 'sending'
  const channel = useChannelStepProps(wizard, form.watch(), isEdit)
  const label =
    isLast || isCard ? sendLabel(wizard, { ...channel, isEdit, isCard }) : m.propose_next()
  return (
    <FormProvider {...form}>
      <form
        method="post"
        className="propose-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {!isEdit && <StepHead {...{ step, isLast, isCard }} isOwn={channel.isOwnChannel} />}
        {step === 0 && <FirstNotices {...{ wizard, isEdit, ...draft }} />}
        <View
          {...channel}
          editedDates={editedDates}
          videoLookup={wizard.videoLookup}
          takeLink={wizard.takeLink}
        />
        <Failure text={failure} />
        <SimilarEventsNotice
          {...{ wizard, step, isEdit, onClose }}
          onConfirm={() => void send(true)}
        />
        {(isLast || isCard || isEdit) && (
          <Markup as="p" className="field-hint" html={uploadLicense(getLocale())} />
        )}
        <footer className="propose-foot" role="none">
          {step > 0 && (
            <Button label={m.propose_previous()} onClick={() => wizard.goTo(step - 1)} />
          )}
          {similar.length === 0 && (
            <Button type="submit" look="primary" isBusy={isSending}>
              {isSending ? m.propose_sending() : label}
            </Button>
          )}
        </footer>
      </form>
    </FormProvider>
  )
}

function findStepView(step: number) {
  return wizardStepViews[step] ?? wizardStepViews[0]
}

type StepHeadProps = { step: number; isLast: boolean; isCard: boolean; isOwn: boolean }

function StepHead({ step, isLast, isCard, isOwn }: StepHeadProps) {
  const heading = useStepFocus(step)
  return (
    <>
      {!isCard && (
        <div className="propose-progress">
          <progress value={step + 1} max={wizardSteps.length} aria-hidden="true" />
          <p className="quiet">{m.propose_step({ step: step + 1, total: wizardSteps.length })}</p>
        </div>
      )}
      <h3 ref={heading} tabIndex={-1}>
        {isCard || (isLast && isOwn) ? m.propose_step_check() : findStepView(step).title()}
      </h3>
    </>
  )
}

const dateStep = findWizardStep('start_date')

type SimilarEventsNoticeProps = Props & { step: number; onConfirm: () => void }

/** Events found while typing hold nothing up; those found by sending wait for an answer. */
function SimilarEventsNotice({
  wizard,
  step,
  isEdit,
  onClose,
  onConfirm,
}: SimilarEventsNoticeProps) {
  const draft = useFormContext<Draft>().watch()
  const refusing = useStore(wizard.$similar)
  const isSending = useStore(wizard.$phase) === 'sending'
  const isCard = useStore(wizard.$isCard)
  const { found, isHyping, hype } = useSimilarEvents(wizard, {
    draft,
    step: isCard ? dateStep : step,
    isOff: isEdit,
    onClose,
  })
  const isBlocking = refusing.length > 0
  const similar = isBlocking ? refusing : found
  if (similar.length === 0) return null
  const confirmLabel = isSending ? m.propose_sending() : m.propose_similar_confirm()
  return (
    <SimilarEvents
      similar={similar}
      isBusy={isSending || isHyping}
      isBlocking={isBlocking}
      otherLabel={isBlocking ? confirmLabel : m.propose_similar_other()}
      onOther={isBlocking ? onConfirm : () => wizard.similarSearch.dismiss(similar)}
      onHype={(id) => void hype(id)}
    />
  )
}

type SendLabelProps = Pick<StepProps, 'willPublish'> & { isEdit: boolean; isCard: boolean }

function sendLabel(
  { isResubmission }: WizardStore,
  { willPublish, isEdit, isCard }: SendLabelProps,
): string {
  if (isEdit) return isResubmission ? m.propose_resend() : m.own_change_save()
  if (willPublish) return m.propose_publish()
  return isCard ? m.nav_propose_short() : m.propose_send()
}

type ChannelStepProps = Omit<StepProps, 'editedDates' | 'videoLookup' | 'takeLink'>

function useChannelStepProps(wizard: WizardStore, draft: Draft, isEdit: boolean): ChannelStepProps {
  const ownChannels = useStore(wizard.$own)
  const isOwnChannel = wizard.isOnOwnChannel(draft)
  return { own: ownChannels, isOwnChannel, willPublish: !isEdit && wizard.isPublishedAtOnce(draft) }
}

type FirstNoticesProps = Pick<Props, 'wizard' | 'isEdit'> & {
  isRestored: boolean
  startOver: () => void
}

function FirstNotices({ wizard, isEdit, isRestored, startOver }: FirstNoticesProps) {
  return (
    <>
      {!isEdit && <PublishingRule wizard={wizard} />}
      {isRestored && (
        <div className="notice">
          <p>{m.propose_draft_restored()}</p>
          <Button label={m.propose_start_over()} isSmall onClick={startOver} />
        </div>
      )}
    </>
  )
}

type ReviewMessage = (values: { date: string; count: number }) => string
const reviewTexts: Record<NonNullable<ProposalLimits['review_reason']>, ReviewMessage> = {
  email: m.publishing_email,
  trust: m.publishing_trust,
  new_account: m.publishing_new_account,
  limit: m.publishing_limit,
}

function PublishingRule({ wizard }: { wizard: WizardStore }) {
  const limits = useStore(wizard.$limits)
  const hasOwn = useStore(wizard.$own).length > 0
  return (
    <p className="quiet" role="status">
      {limits && publishingRuleText(limits, hasOwn)}
    </p>
  )
}

function publishingRuleText(limits: ProposalLimits, hasOwnChannel: boolean): string {
  const { review_reason, review_until, published_per_day: count, fast_track_minutes } = limits
  if (hasOwnChannel && review_reason) {
    const date = review_until
      ? timeText('full', Date.parse(review_until), currentTimeContext())
      : ''
    return reviewTexts[review_reason]({ date, count })
  }
  if (fast_track_minutes !== null) return m.publishing_fast({ minutes: fast_track_minutes })
  return hasOwnChannel ? m.publishing_direct({ count }) : m.publishing_review()
}
