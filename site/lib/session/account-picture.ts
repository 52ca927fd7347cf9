import { paths } from '#site/lib/paths.ts'
import { openStorage } from '#site/lib/storage.ts'
import { accountPictureKey } from '#site/lib/storage-keys.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { accountMenuButton, showAccountPicture } from './account-picture-element.ts'

/** Read before the first paint, since pages are the same for everyone. */
const storage = openStorage('localStorage')

export function storeAccountPicture({ profile }: Pick<SettingsView, 'profile'>): void {
  const path = profile.avatar_path ?? profile.drawn_avatar_path
  storage.setItem(accountPictureKey, path)
  showPictureInMenus(paths.media(path))
}

export function clearAccountPicture(): void {
  storage.removeItem(accountPictureKey)
  showPictureInMenus(undefined)
}

function showPictureInMenus(address: string | undefined): void {
  for (const button of document.querySelectorAll(accountMenuButton)) {
    showAccountPicture(button, address)
  }
}
