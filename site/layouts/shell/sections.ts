import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'

/** The first ones stay in the header on narrower screens. */
export function siteSections(locale: Locale) {
  return {
    first: [
      { path: paths.events(locale), label: m.nav_events(), icon: 'agenda' },
      { path: paths.calendar(locale), label: m.nav_calendar(), icon: 'calendar' },
    ],
    more: [
      { path: paths.groups(locale), label: m.nav_groups(), icon: 'group' },
      { path: paths.games(locale), label: m.nav_games(), icon: 'game' },
      { path: paths.streamers(locale), label: m.nav_streamers(), icon: 'streamer' },
      { path: paths.articles(locale), label: m.nav_articles(), icon: 'article' },
    ],
  } as const
}

/** `page` on the section's own page, `true` below it, save on pages of a nearer section. */
export function findAriaCurrent(
  pathname: string,
  path: string,
  all: readonly string[],
): 'page' | 'true' | undefined {
  if (pathname === path) return 'page'
  const isBelow = (one: string) => pathname === one || pathname.startsWith(`${one}/`)
  const nearest = all.filter(isBelow).sort((a, b) => b.length - a.length)[0]
  return nearest === path ? 'true' : undefined
}
