import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import {
  avatarPath,
  gamePicturePath,
  groupPicturePath,
  personPictureKey,
} from '#worker/features/media/generated-images/paths.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'

export type FollowedSubject = {
  id: number
  kind: 'streamer' | 'game' | 'group'
  name: string
  picture: string
  drawn: string
  is_enabled: boolean
}

export type FollowKind = {
  /** Keys of the settings, and of the address of the call that silences one. */
  name: 'streamers' | 'games' | 'groups'
  title: () => string
  shape: 'face' | 'cover'
  none: () => string
  find: () => string
  listPath: (locale: Locale) => string
  subjectsOf: (settings: NotificationSettingsView) => FollowedSubject[]
}

export const followKinds: readonly FollowKind[] = [
  {
    name: 'streamers',
    title: m.nav_streamers,
    shape: 'face',
    none: m.follows_no_streamers,
    find: m.follows_find_streamers,
    listPath: paths.streamers,
    subjectsOf: ({ streamers }) =>
      streamers.map(({ id, display_name: name, avatar_path: picture, is_enabled }) => ({
        ...{ id, name, picture, is_enabled },
        kind: 'streamer' as const,
        drawn: avatarPath(personPictureKey(id, name)),
      })),
  },
  {
    name: 'games',
    title: m.nav_games,
    shape: 'cover',
    none: m.follows_no_games,
    find: m.follows_find_games,
    listPath: paths.games,
    subjectsOf: ({ games }) =>
      games.map(({ id, name, thumbnail_path: picture, is_enabled }) => ({
        ...{ id, name, picture, is_enabled },
        kind: 'game' as const,
        drawn: gamePicturePath(id),
      })),
  },
  {
    name: 'groups',
    title: m.nav_groups,
    shape: 'face',
    none: m.follows_no_groups,
    find: m.follows_find_groups,
    listPath: paths.groups,
    subjectsOf: ({ groups }) =>
      groups.map(({ id, slug, name, thumbnail_path: picture, is_enabled }) => ({
        ...{ id, name, picture, is_enabled },
        kind: 'group' as const,
        drawn: groupPicturePath({ slug }),
      })),
  },
]
