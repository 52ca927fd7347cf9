import { useEffect, useRef, useState, type ClipboardEvent } from 'react'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { extractCodeDigits, codeLength } from '#site/lib/session/sign-in-code.store.ts'

type Props = {
  /** Signs in; its error is shown beside the field. */
  enter: (code: string) => Promise<void>
  /** Another value: a newer code was sent. */
  request: string
}

export function CodeField({ enter, request }: Props) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setIsSending] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    setCode('')
    setError(undefined)
    input.current?.focus()
  }, [request])

  async function submit(digits: string): Promise<void> {
    if (isSending) return
    if (digits.length < codeLength) return setError(m.validation_sign_in_code())
    setIsSending(true)
    setError(undefined)
    try {
      await enter(digits)
    } catch (failure) {
      setError(failureText(failure, m.code_check_failed))
      setIsSending(false)
      input.current?.select()
    }
  }

  function take(text: string): void {
    const digits = extractCodeDigits(text)
    setCode(digits)
    if (digits.length < codeLength) setError(undefined)
    else if (digits !== code) void submit(digits)
  }

  /** Before the field cuts off what is longer, such as `123 456`. */
  function paste(event: ClipboardEvent): void {
    event.preventDefault()
    take(event.clipboardData.getData('text'))
  }

  return (
    <form
      method="post"
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <Field label={m.code_label()} error={error}>
        {(control) => (
          <input
            {...control}
            ref={input}
            className="input code-input figures"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={codeLength}
            required
            readOnly={isSending}
            value={code}
            onChange={({ target }) => take(target.value)}
            onPaste={paste}
          />
        )}
      </Field>
      <SubmitButton isBusy={isSending} isSending={isSending}>
        {isSending ? m.code_checking() : m.code_submit()}
      </SubmitButton>
    </form>
  )
}
