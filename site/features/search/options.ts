import { categoryName } from '#site/lib/event-labels.ts'
import { formatCount, separator } from '#site/lib/format.ts'
import { splitAtMatches } from './highlight.ts'
import { gameName } from '#site/lib/game-name.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { timeText, type TimeContext } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import {
  eventPosterPath,
  gamePicturePath,
  groupPicturePath,
  streamerAvatarPath,
} from '#worker/features/media/generated-images/paths.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { EventHit, SearchView } from '#worker/features/search/contract.ts'

export type ResultOption = {
  label: string
  note: string
  href: string
  path: string
  drawn: string
  shape: 'wide' | 'tall' | 'round' | 'square'
}
export type OptionGroup = { title: string; options: ResultOption[] }

function eventNote(event: EventHit, reader: TimeContext): string {
  const zoned = event.time_certainty === 'exact' ? reader : { ...reader, timeZone: event.timezone }
  const date = timeText('date', Date.parse(event.start), zoned)
  const when = event.phase === 'live' ? m.event_live_now() : date
  const dates = event.upcoming_dates && m.series_dates({ count: event.upcoming_dates })
  return [when, dates, platforms[event.platform].name, event.channel?.name]
    .filter(Boolean)
    .join(separator)
}

function upcomingText(count: number, locale: Locale): string {
  return count === 0
    ? m.catalogue_none_coming()
    : m.catalogue_coming({ count, shown: formatCount(count, locale) })
}

function toStreamerOption(streamer: StreamerSummary, locale: Locale): ResultOption {
  const { id, display_name, avatar_path, accounts, platform_followers: count } = streamer
  const names = new Set(accounts.map(({ platform }) => platforms[platform].name))
  return {
    label: display_name,
    note: [
      ...names,
      count !== null && m.catalogue_audience({ count, shown: formatCount(count, locale) }),
    ]
      .filter(Boolean)
      .join(separator),
    href: paths.streamer(locale, id),
    path: avatar_path,
    drawn: streamerAvatarPath(streamer),
    shape: 'round',
  }
}

type SearchAnswer = { text: string; results: SearchView }

/** A type comes first if its first name begins so: `zera` means ZeratoR before all events. */
export function toOptionGroups(
  { text, results }: SearchAnswer,
  locale: Locale,
  reader: TimeContext,
): OptionGroup[] {
  const { events, groups, games, streamers } = results
  const isNamed = ({ options: [first] }: OptionGroup) =>
    first !== undefined && splitAtMatches(first.label, text)[0]?.isMatch === true
  return [
    {
      title: m.nav_events(),
      options: events.map((event) => ({
        label: event.name,
        note: eventNote(event, reader),
        href: paths.event(locale, event.slug),
        path: event.thumbnail_path,
        drawn: eventPosterPath(event),
        shape: 'wide' as const,
      })),
    },
    {
      title: m.nav_streamers(),
      options: streamers.map((streamer) => toStreamerOption(streamer, locale)),
    },
    {
      title: m.nav_games(),
      options: games.map((game) => ({
        label: gameName(game),
        note: upcomingText(game.upcoming_events, locale),
        href: paths.game(locale, game.slug),
        path: game.thumbnail_path,
        drawn: gamePicturePath(game.id),
        shape: 'tall' as const,
      })),
    },
    {
      title: m.groups_title(),
      options: groups.map((group) => ({
        label: group.name,
        note: [
          group.category && categoryName(group.category),
          upcomingText(group.upcoming_events, locale),
        ]
          .filter(Boolean)
          .join(separator),
        href: paths.group(locale, group.slug),
        path: group.thumbnail_path,
        drawn: groupPicturePath(group),
        shape: 'square' as const,
      })),
    },
  ]
    .filter(({ options }) => options.length > 0)
    .toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
}
