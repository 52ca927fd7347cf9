import type { Locale } from '#worker/contracts/locale.ts'
import { m } from './messages.ts'
import { paths } from './paths.ts'

type NotFoundCode = NonNullable<App.Locals['notFoundCode']>
type NotFoundTexts = {
  title: () => string
  text: () => string
  list: { path: (locale: Locale) => string; label: () => string }
}

const subjects: Partial<Record<NotFoundCode, NotFoundTexts>> = {
  event_not_found: {
    title: m.not_found_event_title,
    text: m.not_found_event_text,
    list: { path: paths.events, label: m.not_found_see_events },
  },
  game_not_found: {
    title: m.not_found_game_title,
    text: m.not_found_game_text,
    list: { path: paths.games, label: m.not_found_see_games },
  },
  streamer_not_found: {
    title: m.not_found_streamer_title,
    text: m.not_found_streamer_text,
    list: { path: paths.streamers, label: m.not_found_see_streamers },
  },
  group_not_found: {
    title: m.not_found_group_title,
    text: m.not_found_group_text,
    list: { path: paths.groups, label: m.not_found_see_groups },
  },
  article_not_found: {
    title: m.not_found_article_title,
    text: m.not_found_article_text,
    list: { path: paths.articles, label: m.not_found_see_articles },
  },
}

export function notFoundText(code: NotFoundCode | undefined, path: string, locale: Locale) {
  const subject = code && subjects[code]
  if (!subject) {
    return {
      title: m.error_title(),
      message: m.error_not_found_path({ path }),
      text: m.error_not_found_text(),
      next: undefined,
    }
  }
  const { title, text, list } = subject
  return {
    title: title(),
    message: text(),
    text: undefined,
    next: { path: list.path(locale), label: list.label() },
  }
}
