import type { UseFormRegisterReturn } from 'react-hook-form'
import { m } from '#site/lib/messages.ts'
import { PasswordField } from './TextField.tsx'

type Name = 'password' | 'confirmation'
type Props = {
  label: string
  form: {
    register: (name: Name, options?: { onChange: () => void }) => UseFormRegisterReturn
    errorOf: (name: Name) => string | undefined
    getValues: (name: 'confirmation') => string
    trigger: (name: 'confirmation') => Promise<boolean>
  }
}

/** A new password, typed twice. */
export function NewPasswordFields({ label, form }: Props) {
  const { register, errorOf, getValues, trigger } = form
  // The confirmation is judged against the password, but not before it was typed.
  const recheck = () => {
    if (getValues('confirmation')) void trigger('confirmation')
  }
  return (
    <>
      <PasswordField
        label={label}
        hint={m.signup_password_hint()}
        error={errorOf('password')}
        autoComplete="new-password"
        {...register('password', { onChange: recheck })}
      />
      <PasswordField
        label={m.signup_confirmation()}
        error={errorOf('confirmation')}
        autoComplete="new-password"
        {...register('confirmation')}
      />
    </>
  )
}
