import { ApiError } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { signInCodeStore } from '#site/lib/session/sign-in-code.ts'
import { drawFormFailure, drawField, createSheetElement, updateButton } from './elements.ts'

export function drawAddressStep(email: string): HTMLFormElement {
  const input = createSheetElement('input', {
    id: 'email-sheet-address',
    className: 'input',
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    required: true,
    value: email,
  })
  const field = drawField(m.email(), input)
  const failure = drawFormFailure()
  const button = createSheetElement('button', {
    type: 'submit',
    className: 'button button-primary',
  })
  updateButton(button, { label: m.code_offer() })

  function refuse(error: unknown): void {
    const [fault] = error instanceof ApiError ? error.fieldErrors : []
    if (fault) field.showError(fault.msg)
    else failure.show(failureText(error, m.code_request_failed))
    input.focus()
  }

  async function send(): Promise<void> {
    failure.show('')
    field.showError(input.validity.valid ? '' : m.validation_email())
    if (!input.validity.valid) return input.focus()
    updateButton(button, { label: m.code_sending(), isBusy: true })
    await signInCodeStore.send(input.value.trim()).catch(refuse)
    updateButton(button, { label: m.code_offer() })
  }

  const form = createSheetElement(
    'form',
    { className: 'stack', noValidate: true, method: 'post' },
    failure.root,
    field.root,
    button,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button.disabled) void send()
  })
  return form
}
