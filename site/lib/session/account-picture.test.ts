import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountPictureKey } from '#site/lib/storage-keys.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { clearAccountPicture, storeAccountPicture } from './account-picture.ts'

type Picture = {
  src?: string
  alt?: string
  className?: string
  getAttribute: () => string
  remove: () => void
}

function fakeButton() {
  const button = {
    picture: undefined as Picture | undefined,
    querySelector: () => button.picture ?? null,
    append: (picture: Picture) => {
      button.picture = picture
    },
    ownerDocument: {
      createElement: (): Picture => {
        const picture: Picture = {
          getAttribute: () => picture.src ?? '',
          remove: () => {
            button.picture = undefined
          },
        }
        return picture
      },
    },
  }
  return button
}

const button = fakeButton()
const kept = new Map<string, string>()
function settingsWith(avatar: string | null): SettingsView {
  const profile = { avatar_path: avatar, drawn_avatar_path: 'drawn/3/avatars/a-A.svg' }
  return { profile } as SettingsView
}

beforeEach(() => {
  vi.stubGlobal('document', { querySelectorAll: () => [button], documentElement: { dataset: {} } })
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    },
  })
})
afterEach(clearAccountPicture)

test('the account menu shows the member’s picture, and the drawn one without it', () => {
  storeAccountPicture(settingsWith('avatars/me.webp'))
  expect(button.picture).toMatchObject({ src: '/media/avatars/me.webp', alt: '' })
  expect(kept.get(accountPictureKey)).toBe('avatars/me.webp')
  storeAccountPicture(settingsWith(null))
  expect(button.picture?.src).toBe('/media/drawn/3/avatars/a-A.svg')
})

test('whoever leaves takes it along', () => {
  storeAccountPicture(settingsWith('avatars/me.webp'))
  clearAccountPicture()
  expect(button.picture).toBeUndefined()
  expect(kept.has(accountPictureKey)).toBe(false)
})
