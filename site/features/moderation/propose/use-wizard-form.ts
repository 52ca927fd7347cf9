import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { getLocale } from '#messages/runtime'
import { createResolver } from '#site/ui/fields/resolver.ts'
import { errorDelayMs } from '#site/ui/fields/use-validated-form.ts'
import { wizardSteps, findWizardStep, type Draft, type DraftFieldName } from './draft.ts'
import { findDraftErrors } from './draft-errors.ts'
import type { WizardStore } from './wizard.store.ts'

export function useWizardForm(wizard: WizardStore) {
  const [initial] = useState(() => wizard.initialDraft())
  const [isRestored, setIsRestored] = useState(() => wizard.isRestored())
  const form = useForm<Draft>({
    mode: 'onChange',
    delayError: errorDelayMs,
    defaultValues: initial,
    resolver: createResolver((draft) =>
      findDraftErrors(draft, {
        now: Date.now(),
        locale: getLocale(),
        isOwnChannel: wizard.isOnOwnChannel(draft),
      }),
    ),
  })
  const step = useStore(wizard.$step)
  const isCard = useStore(wizard.$isCard)
  useKeptDraft(wizard, form)

  async function checkStep(index: number): Promise<boolean> {
    return form.trigger([...(wizardSteps[index] ?? [])], { shouldFocus: true })
  }

  async function next(): Promise<void> {
    if (await checkStep(step)) wizard.goTo(step + 1)
  }

  /** A draft that was restored or edited may be wrong on an earlier step. */
  async function firstFaultyStep(): Promise<number | undefined> {
    if (await form.trigger(undefined, { shouldFocus: isCard })) return undefined
    const fields = Object.keys(form.formState.errors) as DraftFieldName[]
    return Math.min(...fields.map(findWizardStep).filter((index) => index >= 0))
  }

  async function send(confirmSimilar: boolean): Promise<void> {
    const faulty = await firstFaultyStep()
    if (faulty !== undefined) {
      if (!isCard) wizard.goTo(faulty)
      return
    }
    for (const { field, msg } of await wizard.send(form.getValues(), confirmSimilar)) {
      form.setError(field, { type: 'server', message: msg })
    }
  }

  function startOver(): void {
    form.reset(wizard.startOver())
    setIsRestored(false)
  }

  const isLast = step === wizardSteps.length - 1
  return {
    form,
    step,
    isLast,
    isCard,
    isRestored,
    startOver,
    send,
    submit: () => (isLast || isCard ? send(false) : next()),
  }
}

function useKeptDraft(wizard: WizardStore, { subscribe }: UseFormReturn<Draft>): void {
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) => wizard.keep(values),
      }),
    [subscribe, wizard],
  )
}

/** The focus at each step's heading tells a screen reader where one is. */
export function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previousStep = useRef(step)
  useEffect(() => {
    if (previousStep.current !== step) heading.current?.focus()
    previousStep.current = step
  }, [step])
  return heading
}
