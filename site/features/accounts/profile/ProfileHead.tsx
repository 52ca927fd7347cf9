import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { languageTags } from '#worker/locale/locales.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { LevelInfo } from '#worker/features/gamification/ledger/contract.ts'
import { getSharedSettingsStore } from '../settings/settings.store.ts'

type Props = { settings: SettingsView; level: LevelInfo; drawnAvatar: string }

export function ProfileHead({ settings, level, drawnAvatar }: Props) {
  const [store] = useState(() => getSharedSettingsStore(settings))
  const { profile, is_gamified } = useStore(store.$settings)
  return (
    <>
      <Avatar path={profile.avatar_path} drawn={drawnAvatar} size={96} />
      <div className="profile-who">
        <p className="profile-name display">{profile.username}</p>
        <p className="quiet">
          <LocalTime at={level.member_since} as="date" within={m.profile_member_since} />
        </p>
      </div>
      {is_gamified && <Level level={level} />}
    </>
  )
}

function Level({ level }: { level: LevelInfo }) {
  const format = new Intl.NumberFormat(languageTags[getLocale()])
  const xp = m.profile_xp({
    current: format.format(level.current_xp),
    next: format.format(level.next_level_xp),
  })
  return (
    <div className="profile-level">
      <p className="profile-level-name">
        <span>{m.profile_level()}</span>
        <b className="display figures">{level.current_level}</b>
      </p>
      <div>
        <progress max={100} value={level.progress_percentage} aria-label={m.profile_progress()} />
        <p className="quiet figures">{xp}</p>
      </div>
    </div>
  )
}

type AvatarProps = {
  path: string | null
  drawn: string
  size: 72 | 96
}

export function Avatar({ path, drawn, size }: AvatarProps) {
  return (
    <Picture
      className={`profile-avatar profile-avatar-${size}`}
      path={path ?? drawn}
      drawn={drawn}
      width={size}
      height={size}
    />
  )
}
