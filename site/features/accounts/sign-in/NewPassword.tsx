import { useState } from 'react'
import type * as v from 'valibot'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { useAutofocus } from '#site/ui/use-autofocus.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { NewPasswordFields } from '#site/ui/fields/NewPasswordFields.tsx'
import { session } from '#site/lib/session/session.store.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { RemovableSignInMethods } from '#worker/features/accounts/reset/contract.ts'
import { RemovedMethods } from './RemovedMethods.tsx'
import { listRecentSignInMethods } from './removed-methods.ts'
import { PasswordResetForm } from '#worker/features/accounts/contract.ts'

type PasswordFormValues = v.InferInput<typeof PasswordResetForm>
type Props = {
  token: string
  methods: RemovableSignInMethods
  loginHref: string
  resetHref: string
}

export function NewPassword({ token, methods, loginHref, resetHref }: Props) {
  const [removed, setRemoved] = useState(() => listRecentSignInMethods(methods))
  const [isDone, setIsDone] = useState(false)
  const autofocus = useAutofocus<HTMLFormElement>()
  const form = useValidatedForm<PasswordFormValues>({
    schema: PasswordResetForm,
    fallback: m.reset_failed,
    fieldOfCode: { common_password: 'password' },
    async send({ password }) {
      await api.post('auth/reset_password', { body: { token, password, remove: removed } })
      // Every session has ended, and this browser's with them.
      await session.logout()
      setIsDone(true)
    },
  })
  const { submit, failure, isBusy, isSending } = form
  if (isDone) {
    return (
      <div className="stack" role="status">
        <p className="notice notice-success">{m.new_password_done()}</p>
        <p className="quiet">{m.new_password_look()}</p>
        <a className="button button-primary" href={loginHref}>
          {m.login_submit()}
        </a>
      </div>
    )
  }
  return (
    <form ref={autofocus} method="post" className="stack" noValidate onSubmit={submit}>
      <Failure text={failure} />
      <NewPasswordFields label={m.password_new()} form={form} />
      <RemovedMethods {...{ methods, removed }} onChange={setRemoved} />
      <SubmitButton isBusy={isBusy} isSending={isSending}>
        {isSending ? m.new_password_sending() : m.new_password_submit()}
      </SubmitButton>
      <p className="quiet">
        {m.new_password_old_link()} <a href={resetHref}>{m.reset_submit()}</a>
      </p>
    </form>
  )
}
