import { createActionRunner, type Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { multipartForm } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import type { ChangeEmailInput, ChangePasswordInput } from '#worker/features/accounts/contract.ts'
import type { SettingsStore } from '../settings/settings.store.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'post' | 'put' | 'patch' | 'delete'>
  settings: Pick<SettingsStore, '$settings' | 'takeProfile'>
  /** All other sessions are over. */
  onPasswordChange: () => void
}

/** Faults of a form are thrown, for it to show. */
export function createAccountStore(dependencies: Dependencies) {
  const { api, settings, onPasswordChange, showSuccess, showError } = dependencies
  const { $isBusy, run } = createActionRunner({ showSuccess, showError })
  const profile = () => settings.$settings.get().profile

  async function rename(username: string): Promise<'saved' | 'unchanged'> {
    if (username.trim() === profile().username) return 'unchanged'
    const me = await api.patch('users/me', { body: { username } })
    settings.takeProfile({ username: me.username })
    showSuccess(m.profile_username_saved({ username: me.username }))
    return 'saved'
  }

  /** The address itself changes when the mailed link is opened. */
  async function changeEmail(input: ChangeEmailInput): Promise<'sent' | 'unchanged'> {
    if (input.email.trim() === profile().email) return 'unchanged'
    await api.put('users/me/email', { body: input })
    return 'sent'
  }

  async function changePassword(input: ChangePasswordInput): Promise<void> {
    await api.put('users/me/password', { body: input })
    onPasswordChange()
    showSuccess(m.password_changed())
  }

  function resendVerification(): Promise<boolean> {
    return run(async () => {
      await api.post('auth/verify_email/resend')
      return m.verification_sent({ email: profile().email ?? '' })
    }, m.unexpected_error)
  }

  function uploadAvatar(picture: Blob): Promise<boolean> {
    const { type } = picture
    const file = new File([picture], `avatar.${type.replace('image/', '')}`, { type })
    return run(async () => {
      const { avatar_path } = await api.put('users/me/avatar', { body: multipartForm({ file }) })
      settings.takeProfile({ avatar_path })
      return m.avatar_saved()
    }, m.avatar_failed)
  }

  function removeAvatar(): Promise<boolean> {
    return run(async () => {
      await api.delete('users/me/avatar')
      settings.takeProfile({ avatar_path: null })
      return m.avatar_removed()
    }, m.avatar_remove_failed)
  }

  return {
    $isBusy,
    rename,
    changeEmail,
    changePassword,
    resendVerification,
    uploadAvatar,
    removeAvatar,
  }
}
export type AccountStore = ReturnType<typeof createAccountStore>
