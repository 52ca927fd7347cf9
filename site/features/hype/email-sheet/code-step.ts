import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { signInCodeStore } from '#site/lib/session/sign-in-code.ts'
import {
  extractCodeDigits,
  codeLength,
  type CodeRequest,
} from '#site/lib/session/sign-in-code.store.ts'
import { createButton, createElement } from '#site/ui/create-element.ts'
import { drawField, drawForm, drawFormFailure, drawSignupTerms, updateButton } from './elements.ts'

type CodeStep = {
  root: HTMLElement
  stopCountdown: () => void
}

export type CodeStepActions = {
  onSignedIn: () => Promise<void> | void
  /** Absent where the address is given. */
  onOtherAddress?: (() => void) | undefined
}

function drawCodeForm(onSignedIn: CodeStepActions['onSignedIn']): HTMLFormElement {
  const input = createElement('input', {
    id: 'email-sheet-code',
    className: 'input code-input figures',
    type: 'text',
    inputMode: 'numeric',
    autocomplete: 'one-time-code',
    maxLength: codeLength,
    required: true,
  })
  const field = drawField(m.code_label(), input)
  const form = drawForm(m.code_submit(), submit, field.root)

  async function submit(button: HTMLButtonElement): Promise<void> {
    if (input.value.length < codeLength) return field.showError(m.validation_sign_in_code())
    field.showError('')
    updateButton(button, { label: m.code_checking(), isBusy: true })
    input.readOnly = true
    try {
      await signInCodeStore.enter(input.value)
      await onSignedIn()
    } catch (error) {
      field.showError(failureText(error, m.code_check_failed))
      input.readOnly = false
      updateButton(button, { label: m.code_submit() })
      input.select()
    }
  }

  function fillInCode(text: string): void {
    input.value = extractCodeDigits(text)
    if (input.value.length === codeLength) form.requestSubmit()
    else field.showError('')
  }

  input.addEventListener('input', () => fillInCode(input.value))
  // Before the field cuts off what is longer, such as `123 456`.
  input.addEventListener('paste', (event) => {
    event.preventDefault()
    fillInCode(event.clipboardData?.getData('text') ?? '')
  })
  return form
}

function resendLabel(seconds: number): string {
  if (seconds <= 0) return m.code_resend()
  return seconds > 60
    ? m.code_resend_wait_minutes({ minutes: Math.ceil(seconds / 60) })
    : m.code_resend_wait({ seconds })
}

function drawResendButton(email: string): { parts: HTMLElement[]; stopCountdown: () => void } {
  const failure = drawFormFailure()
  const button = createButton('button', '', () => void resend())
  let isSending = false
  function show(): void {
    const seconds = signInCodeStore.secondsToResend()
    updateButton(button, {
      label: resendLabel(seconds),
      isBusy: isSending,
      isDisabled: seconds > 0,
    })
  }
  async function resend(): Promise<void> {
    failure.show('')
    isSending = true
    show()
    await signInCodeStore.send(email).catch((error: unknown) => {
      const isToWait = signInCodeStore.secondsToResend() > 0
      failure.show(isToWait ? m.code_too_many() : failureText(error, m.code_request_failed))
    })
    isSending = false
    show()
  }
  show()
  const timer = setInterval(show, 1000)
  return { parts: [failure.root, button], stopCountdown: () => clearInterval(timer) }
}

export function drawCodeStep(
  { email }: CodeRequest,
  { isResent, onSignedIn, onOtherAddress }: CodeStepActions & { isResent: boolean },
): CodeStep {
  const text = isResent ? m.code_resent() : m.code_sent({ email })
  const resend = drawResendButton(email)
  const root = createElement(
    'div',
    { className: 'stack' },
    createElement('p', { role: 'status' }, text),
    drawCodeForm(onSignedIn),
    ...resend.parts,
    createElement('p', { className: 'quiet' }, m.code_late()),
    // Where the address is given, there is an account.
    onOtherAddress && drawSignupTerms(),
    onOtherAddress && createButton('button button-quiet', m.code_other_address(), onOtherAddress),
  )
  return { root, stopCountdown: resend.stopCountdown }
}
