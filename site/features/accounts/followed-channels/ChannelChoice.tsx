import { useStore } from '@nanostores/react'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { avatarPath, personPictureKey } from '#worker/features/media/generated-images/paths.ts'
import type {
  FollowedChannel,
  FollowedChannelsView,
} from '#worker/features/directory/followed-channels/contract.ts'
import type { FollowedChannelsStore } from './followed-channels.store.ts'

/** Enter on a checkbox would submit the surrounding form. */
function preventEnterSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault()
}

type Props = { store: FollowedChannelsStore; locale: Locale }

export function ChannelChoice({ store, locale }: Props) {
  const view = useStore(store.$channels)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  if (!view) return null
  return (
    <>
      <h3 ref={title} tabIndex={-1}>
        {m.follow_import_title({}, { locale })}
      </h3>
      <ChannelCounts {...{ view, locale }} />
      {view.items.length > 0 && (
        <>
          <ChooseAllButton {...{ store, locale }} />
          <ul className="follow-import-list" onKeyDown={preventEnterSubmit}>
            {view.items.map((channel) => (
              <ChannelCheckbox key={channel.id} {...{ store, locale, channel }} />
            ))}
          </ul>
        </>
      )}
      <ChoiceButtons {...{ store, locale }} />
    </>
  )
}

function ChannelCounts({ view, locale }: { view: FollowedChannelsView; locale: Locale }) {
  const { items, total, unknown_count: unknown, unread_count: unread } = view
  const formatShownCount = (count: number) => formatCount(count, locale)
  if (total === 0) return <p>{m.follow_import_nothing({}, { locale })}</p>
  return (
    <div>
      <p>
        {items.length > 0
          ? m.follow_import_known({ count: items.length }, { locale })
          : m.follow_import_none_known({}, { locale })}
      </p>
      {items.length > 0 && unknown > 0 && (
        <p className="quiet">
          {m.follow_import_unknown(
            { count: unknown, shown: formatShownCount(unknown) },
            { locale },
          )}
        </p>
      )}
      {unread > 0 && (
        <p className="quiet">
          {m.follow_import_unread({ shown: formatShownCount(total - unread) }, { locale })}
        </p>
      )}
    </div>
  )
}

function ChooseAllButton({ store, locale }: Props) {
  const open = useStore(store.$open)
  const chosenIds = useStore(store.$chosen)
  const isFollowing = useStore(store.$phase) === 'following'
  if (open.length === 0) return <p>{m.follow_import_all_followed({}, { locale })}</p>
  const isAll = chosenIds.size === open.length
  return (
    <Button
      isSmall
      className="follow-import-all"
      disabled={isFollowing}
      onClick={isAll ? store.chooseNone : store.chooseAll}
    >
      {isAll
        ? m.follow_import_choose_none({}, { locale })
        : m.follow_import_choose_all({}, { locale })}
    </Button>
  )
}

type ChannelCheckboxProps = Props & { channel: FollowedChannel }

function ChannelCheckbox({ store, locale, channel }: ChannelCheckboxProps) {
  const { id, display_name, name, avatar_path, is_followed } = channel
  const account = { platform: featurePlatforms.follows, account: name }
  const isChosen = useStore(store.$chosen).has(id)
  const isFollowing = useStore(store.$phase) === 'following'
  return (
    <li>
      <label className="checkbox">
        <input
          type="checkbox"
          checked={is_followed || isChosen}
          disabled={is_followed || isFollowing}
          onChange={({ target }) => store.choose(id, target.checked)}
        />
        <Picture
          path={avatar_path}
          drawn={avatarPath(personPictureKey(id, display_name, account))}
          className="follow-import-avatar"
          width={40}
          height={40}
          loading="lazy"
        />
        <span className="follow-import-who">
          <b>{display_name}</b>
          {is_followed ? (
            <span className="badge badge-success">{m.follow_import_followed({}, { locale })}</span>
          ) : (
            name.toLowerCase() !== display_name.toLowerCase() && (
              <span className="quiet quiet-small">{name}</span>
            )
          )}
        </span>
      </label>
    </li>
  )
}

function ChoiceButtons({ store, locale }: Props) {
  const count = useStore(store.$chosen).size
  const hasOpen = useStore(store.$open).length > 0
  const isFollowing = useStore(store.$phase) === 'following'
  const followed = useStore(store.$followed)
  return (
    <>
      <div className="row">
        {hasOpen && (
          <Button
            look="primary"
            disabled={isFollowing || count === 0}
            aria-busy={isFollowing}
            onClick={() => void store.follow()}
          >
            {count > 0
              ? m.follow_import_submit({ count }, { locale })
              : m.follow_import_submit_none({}, { locale })}
          </Button>
        )}
        <Button
          label={hasOpen ? m.cancel({}, { locale }) : m.close({}, { locale })}
          disabled={isFollowing}
          onClick={store.close}
        />
      </div>
      <p role="status" className="quiet">
        {isFollowing && m.follow_import_progress(followed, { locale })}
      </p>
    </>
  )
}
