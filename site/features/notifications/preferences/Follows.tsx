import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { FollowedChannels } from '#site/features/accounts/followed-channels/FollowedChannels.tsx'
import { followButton } from '#site/features/directory/follow-button.ts'
import { useFollowButtons } from '#site/features/directory/follows/use-follow-buttons.ts'
import { onToggleChange } from '#site/features/hype/toggles/toggle-changes.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { Markup } from '#site/ui/Markup.tsx'
import { Switch } from '#site/ui/fields/Switch.tsx'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import { followKinds, type FollowedSubject, type FollowKind } from './follow-kinds.ts'
import { getSharedNotificationPreferencesStore } from './notification-preferences.store.ts'

type FollowsProps = {
  first: NotificationSettingsView
  isTwitchOffered: boolean
}

export function Follows({ first, isTwitchOffered }: FollowsProps) {
  const [store] = useState(() => getSharedNotificationPreferencesStore(first))
  const settings = useStore(store.$preferences)
  const unfollowed = useUnfollowedKeys()
  useFollowButtons(settings)
  const locale = getLocale()
  return (
    <>
      {isTwitchOffered && (
        <FollowedChannels
          locale={locale}
          anchor="#follows"
          onFollowed={() => void store.reload()}
        />
      )}
      <div className="follows">
        {followKinds.map((kind) => (
          <FollowedList
            key={kind.name}
            kind={kind}
            items={kind.subjectsOf(settings)}
            unfollowed={unfollowed}
            onTurn={(id, isOn) => void store.turnFollowed(kind.name, id, isOn)}
          />
        ))}
      </div>
    </>
  )
}

/** Stays listed, so that it can be undone. */
function useUnfollowedKeys(): ReadonlySet<string> {
  const [unfollowed, setUnfollowed] = useState<ReadonlySet<string>>(new Set())
  useEffect(
    () =>
      onToggleChange('follow', ({ key, isOn }) =>
        setUnfollowed((before) => {
          const others = [...before].filter((one) => one !== key)
          return new Set(isOn ? others : [...others, String(key)])
        }),
      ),
    [],
  )
  return unfollowed
}

type FollowedListProps = {
  kind: FollowKind
  items: FollowedSubject[]
  unfollowed: ReadonlySet<string>
  onTurn: (id: number, isOn: boolean) => void
}

function FollowedList({ kind: listed, items, unfollowed, onTurn }: FollowedListProps) {
  const isHydrated = useIsHydrated()
  const { title, none, find, listPath, shape } = listed
  const page = { locale: getLocale(), ctx: { now: 0 } }
  const [width, height] = shape === 'face' ? [40, 40] : [30, 40]
  return (
    <div className="stack">
      <h3>{title()}</h3>
      {items.length === 0 ? (
        <div className="empty">
          <p>{none()}</p>
          <a className="button" href={listPath(getLocale())}>
            {find()}
          </a>
        </div>
      ) : (
        <ul className="follows-list">
          {items.map(({ id, kind, name, picture, drawn, is_enabled }) => (
            <li key={id}>
              <Switch
                label={
                  <span className="follows-who">
                    <Picture
                      className={`follows-${shape}`}
                      path={picture}
                      drawn={drawn}
                      loading="lazy"
                      width={width}
                      height={height}
                    />
                    {name}
                  </span>
                }
                isOn={is_enabled}
                isDisabled={!isHydrated || unfollowed.has(`${kind}-${id}`)}
                onTurn={(isOn) => onTurn(id, isOn)}
              />
              <Markup
                html={followButton(page, { kind, id, name, size: 'small', isFollowed: true })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
