import { m } from '#site/lib/messages.ts'
import { PasswordField } from './TextField.tsx'
import type { FieldProps } from './use-validated-form.ts'

type PasswordFieldName = 'password' | 'confirmation'
type Props = {
  label: string
  form: {
    fieldOf: (name: PasswordFieldName, options?: { onChange: () => void }) => FieldProps
    getValues: (name: 'confirmation') => string
    trigger: (name: 'confirmation') => Promise<boolean>
  }
}

export function NewPasswordFields({ label, form }: Props) {
  const { fieldOf, getValues, trigger } = form
  // The confirmation is judged against the password, but not before it was typed.
  const recheck = () => {
    if (getValues('confirmation')) void trigger('confirmation')
  }
  return (
    <>
      <PasswordField
        label={label}
        hint={m.signup_password_hint()}
        autoComplete="new-password"
        {...fieldOf('password', { onChange: recheck })}
      />
      <PasswordField
        label={m.signup_confirmation()}
        autoComplete="new-password"
        {...fieldOf('confirmation')}
      />
    </>
  )
}
