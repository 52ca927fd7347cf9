import { useStore } from '@nanostores/react'
import { lazy, Suspense, useId, useState, type ChangeEvent } from 'react'
import { getLocale } from '#messages/runtime'
import { Markup } from '#site/ui/Markup.tsx'
import { uploadLicense } from '#site/ui/terms-lines.ts'
import { Button } from '#site/ui/Button.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { Avatar } from './ProfileHead.tsx'
import { getSharedSettingsStore } from '../settings/settings.store.ts'
import { canLoadPicture } from '#site/features/media/picture.ts'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { getSharedAccountStore } from './section-stores.ts'

const AvatarDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./AvatarDialog.tsx').then((module) => ({ default: module.AvatarDialog })),
)

type Props = { settings: SettingsView; drawnAvatar: string }

export function AvatarField({ settings, drawnAvatar }: Props) {
  const [account] = useState(() => getSharedAccountStore(settings))
  const [store] = useState(() => getSharedSettingsStore(settings))
  const { profile } = useStore(store.$settings)
  const isBusy = useStore(account.$isBusy)
  const isHydrated = useIsHydrated()
  const picker = useAvatarPicker()
  const ids = { input: useId(), note: useId() }

  async function upload(picture: Blob | undefined): Promise<void> {
    if (!picture) picker.refuse()
    else if (await account.uploadAvatar(picture)) picker.close()
  }

  return (
    <div className="profile-picture">
      <Avatar path={profile.avatar_path} drawn={drawnAvatar} size={72} />
      <div className="field">
        <p className="profile-label">{m.profile_picture()}</p>
        <div className="row file-choice">
          <input
            id={ids.input}
            className="file-input"
            type="file"
            accept="image/png,image/jpeg,image/webp,image/avif"
            aria-describedby={ids.note}
            disabled={!isHydrated || isBusy}
            onChange={(event) => void picker.choose(event)}
          />
          <label className="button button-small" htmlFor={ids.input}>
            {m.avatar_choose()}
          </label>
          {profile.avatar_path && (
            <Button
              label={m.avatar_remove()}
              isSmall
              disabled={isBusy}
              onClick={() => void account.removeAvatar()}
            />
          )}
        </div>
        <div className="field-notes" id={ids.note} aria-live="polite">
          {picker.isRefused ? (
            <p className="field-error">{m.avatar_unreadable()}</p>
          ) : (
            <p className="field-hint">{m.avatar_hint()}</p>
          )}
          <Markup as="p" className="field-hint" html={uploadLicense(getLocale())} />
        </div>
      </div>
      {picker.address && (
        <Suspense>
          <AvatarDialog
            address={picker.address}
            isBusy={isBusy}
            onCut={(picture) => void upload(picture)}
            onClose={picker.close}
          />
        </Suspense>
      )}
    </div>
  )
}

function useAvatarPicker() {
  const [address, setAddress] = useState<string>()
  const [isRefused, setIsRefused] = useState(false)

  function close(): void {
    if (address) URL.revokeObjectURL(address)
    setAddress(undefined)
  }

  function refuse(): void {
    close()
    setIsRefused(true)
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const file = target.files?.[0]
    // Choosing the same file once more is a choice too.
    target.value = ''
    if (!file) return
    const chosenUrl = URL.createObjectURL(file)
    const isShown = await canLoadPicture(chosenUrl)
    setIsRefused(!isShown)
    if (isShown) setAddress(chosenUrl)
    else URL.revokeObjectURL(chosenUrl)
  }

  return { address, isRefused, choose, refuse, close }
}
