import { describe, expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createAccountStore } from './account.store.ts'
import { createSettingsStore } from '../settings/settings.store.ts'

const settings = {
  profile: { username: 'ana', email: 'ana@example.org', avatar_path: null },
} as SettingsView

function start() {
  const api = {
    post: vi.fn(async (): Promise<unknown> => ({})),
    put: vi.fn(async (_path: string, _body?: unknown): Promise<unknown> => ({
      avatar_path: 'avatars/1.webp',
    })),
    patch: vi.fn(async (): Promise<unknown> => ({ username: 'Ana' })),
    delete: vi.fn(async (): Promise<unknown> => ({ avatar_path: null })),
  }
  const callbacks = { showSuccess: vi.fn(), showError: vi.fn() }
  const known = createSettingsStore({
    api: fakeApi(api),
    settings,
    onSettings: vi.fn(),
    ...callbacks,
  })
  const onPasswordChange = vi.fn()
  const account = createAccountStore({
    api: fakeApi(api),
    settings: known,
    onPasswordChange,
    ...callbacks,
  })
  return {
    account,
    api,
    profile: () => known.$settings.get().profile,
    onPasswordChange,
    ...callbacks,
  }
}

describe('the username', () => {
  test('is changed and shown', async () => {
    const { account, api, profile, showSuccess } = start()
    expect(await account.rename('Ana')).toBe('saved')
    expect(api.patch).toHaveBeenCalledExactlyOnceWith('users/me', { username: 'Ana' })
    expect(profile().username).toBe('Ana')
    expect(showSuccess).toHaveBeenCalledWith('Your username is now Ana')
  })

  test('that is the same asks nothing', async () => {
    const { account, api } = start()
    expect(await account.rename(' ana ')).toBe('unchanged')
    expect(api.patch).not.toHaveBeenCalled()
  })

  test('that is taken is left to the form', async () => {
    const { account, api, profile } = start()
    api.patch.mockRejectedValueOnce(new ApiError({ status: 409, msg: 'Taken' }))
    await expect(account.rename('bea')).rejects.toMatchObject({ status: 409 })
    expect(profile().username).toBe('ana')
  })
})

describe('the e-mail address', () => {
  test('stays until the mailed link is opened', async () => {
    const { account, api, profile } = start()
    expect(await account.changeEmail({ email: 'new@example.org', password: 'secret' })).toBe('sent')
    expect(api.put).toHaveBeenCalledExactlyOnceWith('users/me/email', {
      email: 'new@example.org',
      password: 'secret',
    })
    expect(profile().email).toBe('ana@example.org')
  })

  test('that is the same asks nothing', async () => {
    const { account, api } = start()
    expect(await account.changeEmail({ email: 'ana@example.org' })).toBe('unchanged')
    expect(api.put).not.toHaveBeenCalled()
  })
})

test('a changed password ends the other sessions, a refused one does not', async () => {
  const { account, api, onPasswordChange } = start()
  await account.changePassword({ current_password: 'old', password: 'long enough' })
  expect(onPasswordChange).toHaveBeenCalledOnce()
  api.put.mockRejectedValueOnce(new ApiError({ status: 422, msg: 'Wrong' }))
  await expect(account.changePassword({ password: 'another one' })).rejects.toThrow()
  expect(onPasswordChange).toHaveBeenCalledOnce()
})

describe('the picture', () => {
  test('is sent as a file and shown', async () => {
    const { account, api, profile } = start()
    expect(await account.uploadAvatar(new Blob(['x'], { type: 'image/webp' }))).toBe(true)
    const [path, body] = api.put.mock.calls[0]!
    expect(path).toBe('users/me/avatar')
    expect((body as FormData).get('file')).toMatchObject({ name: 'avatar.webp', size: 1 })
    expect(profile().avatar_path).toBe('avatars/1.webp')
    await account.removeAvatar()
    expect(profile().avatar_path).toBeNull()
  })

  test('that is refused says why, and the one before stays', async () => {
    const { account, api, profile, showError } = start()
    api.put.mockRejectedValueOnce(new ApiError({ status: 0, msg: '' }))
    expect(await account.uploadAvatar(new Blob(['x']))).toBe(false)
    expect(showError).toHaveBeenCalledWith('Couldn’t upload the avatar')
    expect(profile().avatar_path).toBeNull()
  })
})

test('the verification mail is asked for once, however often it is pressed', async () => {
  const { account, api, showSuccess } = start()
  await Promise.all([account.resendVerification(), account.resendVerification()])
  expect(api.post).toHaveBeenCalledExactlyOnceWith('auth/verify_email/resend')
  expect(showSuccess).toHaveBeenCalledWith('Verification email sent to ana@example.org')
})
