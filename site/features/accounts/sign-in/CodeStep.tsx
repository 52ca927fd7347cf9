import { useEffect, useRef } from 'react'
import { drawCodeStep, type CodeStepActions } from '#site/features/hype/email-sheet/code-step.ts'
import type { CodeRequest } from '#site/lib/session/sign-in-code.store.ts'

/** The step of the sheet over a page, which is there without React. */
export function CodeStep({ sent, ...actions }: CodeStepActions & { sent: CodeRequest }) {
  const place = useRef<HTMLDivElement>(null)
  const previousEmail = useRef<string>(undefined)
  useEffect(() => {
    const isResent = previousEmail.current === sent.email
    previousEmail.current = sent.email
    const { root, stopCountdown } = drawCodeStep(sent, { ...actions, isResent })
    place.current?.replaceChildren(root)
    root.querySelector('input')?.focus()
    return stopCountdown
  }, [sent])
  return <div ref={place} />
}
