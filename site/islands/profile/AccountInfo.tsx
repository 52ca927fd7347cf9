import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type { LevelInfo } from '#worker/features/progress/contract.ts'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { settingsStoreOf } from './account-store.ts'

type Props = { settings: SettingsView; level: LevelInfo }

export function AccountInfo({ settings, level }: Props) {
  const [store] = useState(() => settingsStoreOf(settings))
  const { profile } = useStore(store.$settings)
  const isBusy = useStore(store.$isBusy)
  return (
    <div className="profile-account">
      <dl className="facts">
        <div>
          <dt>{m.username()}</dt>
          <dd>{profile.username}</dd>
        </div>
        <div>
          <dt>{m.email()}</dt>
          <dd>
            {profile.email ?? m.profile_no_email()}{' '}
            <span className={`badge ${profile.is_email_verified ? 'badge-success' : ''}`}>
              {profile.is_email_verified ? m.email_verified() : m.email_unverified()}
            </span>
          </dd>
        </div>
        <div>
          <dt>{m.profile_member_since()}</dt>
          <dd>
            <LocalTime at={level.member_since} as="date" />
          </dd>
        </div>
      </dl>
      {profile.email && !profile.is_email_verified && (
        <div className="notice">
          <p>{m.profile_verify_text()}</p>
          <button
            type="button"
            className="button button-small"
            disabled={isBusy}
            onClick={() => void store.resendVerification()}
          >
            {m.profile_verify_again()}
          </button>
        </div>
      )}
      <Level level={level} />
    </div>
  )
}

function Level({ level }: { level: LevelInfo }) {
  const format = new Intl.NumberFormat(getLocale())
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
