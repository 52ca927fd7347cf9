import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { deleteAction, editAction, mergeAction } from '#site/ui/admin/RowActions.tsx'
import { platformName } from '#site/lib/labels.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { streamerAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import type { AdminStreamer } from '#worker/features/directory/streamers/contract.ts'
import { ChannelProblem } from './ChannelProblem.tsx'
import type { OpenStreamerAction } from './StreamerActionDialog.tsx'

export function createStreamerColumns(
  { open, isAdmin }: { open: (opened: OpenStreamerAction) => void; isAdmin: boolean },
  onFeature: (streamer: AdminStreamer) => void,
) {
  const column = createColumnBuilders<AdminStreamer>()
  return [
    column.cell('name', m.my_streamer_name, (row) => <StreamerName streamer={row} />),
    column.cell('accounts', m.admin_accounts, (row) => (
      <StreamerAccounts streamer={row} onOpen={() => open({ act: 'accounts', id: row.id })} />
    )),
    column.count('popularity', m.admin_followers, ({ followers }) => followers),
    column.count('events', m.admin_events, ({ events }) => events),
    column.cell('featured', m.admin_featured, (row) => (
      <FeaturedToggle streamer={row} onFeature={onFeature} />
    )),
    column.acts(({ id, display_name: name, is_listed }) => [
      editAction(name, () => open({ act: 'edit', id })),
      {
        label: m.admin_schedules(),
        fullLabel: m.admin_schedules_of({ name }),
        onAct: () => open({ act: 'schedules', id }),
      },
      {
        label: is_listed ? m.admin_unlist() : m.admin_relist(),
        fullLabel: is_listed ? m.admin_unlist_of({ name }) : m.admin_relist_of({ name }),
        onAct: () => open({ act: 'listing', id }),
      },
      ...(isAdmin
        ? [
            {
              label: m.admin_data_link(),
              fullLabel: m.admin_data_link_of({ name }),
              onAct: () => open({ act: 'data', id }),
            },
          ]
        : []),
      mergeAction(name, () => open({ act: 'merge', id })),
      deleteAction(name, () => open({ act: 'delete', id })),
    ]),
  ]
}

function StreamerName({ streamer }: { streamer: AdminStreamer }) {
  const { id, display_name, picture_path, is_listed, member } = streamer
  return (
    <div className="admin-name">
      <Picture
        className="admin-avatar"
        path={picture_path}
        drawn={streamerAvatarPath(streamer)}
        width={40}
        height={40}
        loading="lazy"
      />
      <div>
        <a href={paths.streamer(getLocale(), id)}>{display_name}</a>
        {!is_listed && <p className="quiet">{m.admin_unlisted()}</p>}
        {member && <p className="quiet">{m.admin_streamers_member({ member })}</p>}
      </div>
    </div>
  )
}

type StreamerAccountsProps = { streamer: AdminStreamer; onOpen: () => void }

function StreamerAccounts({ streamer, onOpen }: StreamerAccountsProps) {
  const { accounts, display_name } = streamer
  return (
    <div className="admin-channels">
      {accounts.map(({ id, name, platform, is_verified, problem }) => (
        <span key={id}>
          <span className={`platform-${platform}`}>{platformName(platform)}</span> {name}
          {is_verified && (
            <span className="admin-verified" title={m.my_accounts_verified()}>
              {' '}
              <span aria-hidden="true">✓</span>
              <span className="visually-hidden">{m.my_accounts_verified()}</span>
            </span>
          )}
          {problem && (
            <>
              {' '}
              <ChannelProblem problem={problem} />
            </>
          )}
        </span>
      ))}
      <Button
        label={m.admin_accounts_manage()}
        look="quiet"
        isSmall
        aria-label={m.admin_accounts_manage_of({ name: display_name })}
        onClick={onOpen}
      />
    </div>
  )
}

type FeaturedToggleProps = {
  streamer: AdminStreamer
  onFeature: (streamer: AdminStreamer) => void
}

function FeaturedToggle({ streamer, onFeature }: FeaturedToggleProps) {
  const { is_featured, display_name } = streamer
  return (
    <Button
      isSmall
      aria-pressed={is_featured}
      aria-label={m.admin_feature_one({ name: display_name })}
      onClick={() => onFeature(streamer)}
    >
      <span aria-hidden="true">{is_featured ? '★' : '☆'}</span>
    </Button>
  )
}
