import { useStore } from '@nanostores/react'
import { useState, type ReactNode } from 'react'
import { getLocale } from '#messages/runtime'
import { Switch } from '#site/ui/fields/Switch.tsx'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { FollowedChannels } from '#site/features/accounts/followed-channels/FollowedChannels.tsx'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import {
  avatarPath,
  gamePicturePath,
  groupPicturePath,
  personSubject,
} from '#worker/features/media/generated-images/paths.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import { notificationPreferencesStoreOf } from './notification-preferences.store.ts'

type FollowsProps = {
  first: NotificationSettingsView
  /** Whether the import from Twitch is configured. */
  isTwitchOffered: boolean
}

/** A switch for each streamer, game and group that is followed. */
export function Follows({ first, isTwitchOffered }: FollowsProps) {
  const [store] = useState(() => notificationPreferencesStoreOf(first))
  const { streamers, games, groups } = useStore(store.$preferences)
  const locale = getLocale()
  const lists = (
    <div className="follows">
      <Followed
        title={m.nav_streamers()}
        items={streamers.map(({ display_name, avatar_path, ...one }) => ({
          ...one,
          name: display_name,
          picture: avatar_path,
          drawn: avatarPath(personSubject(one.id, display_name), display_name),
        }))}
        shape="face"
        onTurn={(id, isOn) => void store.turnFollowed('streamers', id, isOn)}
      >
        <p>{m.follows_no_streamers()}</p>
        <a className="button" href={paths.streamers(locale)}>
          {m.follows_find_streamers()}
        </a>
      </Followed>
      <Followed
        title={m.nav_games()}
        items={games.map(({ thumbnail_path, ...one }) => ({
          ...one,
          picture: thumbnail_path,
          drawn: gamePicturePath(one.id, one.name),
        }))}
        shape="cover"
        onTurn={(id, isOn) => void store.turnFollowed('games', id, isOn)}
      >
        <p>{m.follows_no_games()}</p>
        <a className="button" href={paths.games(locale)}>
          {m.follows_find_games()}
        </a>
      </Followed>
      <Followed
        title={m.nav_groups()}
        items={groups.map(({ thumbnail_path, category, ...one }) => ({
          ...one,
          picture: thumbnail_path,
          drawn: groupPicturePath({ ...one, category }),
        }))}
        shape="face"
        onTurn={(id, isOn) => void store.turnFollowed('groups', id, isOn)}
      >
        <p>{m.follows_no_groups()}</p>
        <a className="button" href={paths.groups(locale)}>
          {m.follows_find_groups()}
        </a>
      </Followed>
    </div>
  )
  return (
    <>
      {isTwitchOffered && (
        <FollowedChannels
          locale={locale}
          anchor="#follows"
          onFollowed={() => void store.reload()}
        />
      )}
      {lists}
    </>
  )
}

type Props = {
  title: string
  items: { id: number; name: string; picture: string; drawn: string; is_enabled: boolean }[]
  shape: 'face' | 'cover'
  onTurn: (id: number, isOn: boolean) => void
  /** In the place of an empty list. */
  children: ReactNode
}

function Followed({ title, items, shape, onTurn, children }: Props) {
  const isHydrated = useIsHydrated()
  const [width, height] = shape === 'face' ? [40, 40] : [30, 40]
  return (
    <div className="stack">
      <h3>{title}</h3>
      {items.length === 0 ? (
        <div className="empty">{children}</div>
      ) : (
        <ul className="follows-list">
          {items.map(({ id, name, picture, drawn, is_enabled }) => (
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
                isDisabled={!isHydrated}
                onTurn={(isOn) => onTurn(id, isOn)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
