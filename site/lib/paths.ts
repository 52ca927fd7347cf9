import type { Locale } from '#worker/contracts/locale.ts'
import { mediaUrl, workerMediaUrl, setMediaBase } from '#worker/contracts/media-url.ts'
import { localePrefix, locales } from '#worker/locale/locales.ts'

export function readPathLocale(path: string): Locale {
  return (localePrefix(path).slice(1) || 'en') as Locale
}

// A page has the base, the server reads its bindings, and a service worker needs none.
if (typeof document !== 'undefined') setMediaBase(document.documentElement.dataset['media'])

type QueryValue = string | number | boolean | readonly (string | number)[] | undefined
export type Query = Record<string, QueryValue>

/** English is unprefixed; the home page of it is `/`. */
function localized(locale: Locale, path: string): string {
  return (locale === 'en' ? path : `/${locale}${path}`) || '/'
}

/** Parameters in one order, so that one list has one address. */
export function withQuery(path: string, query?: Query): string {
  if (!query) return path
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => {
      const values = Array.isArray(value) ? value : [value]
      return values
        .filter((one) => one !== undefined && one !== '' && one !== false)
        .map((one) => [name, String(one)] as const)
    })
    .sort(([a, x], [b, y]) => a.localeCompare(b) || x.localeCompare(y))
  return pairs.length === 0
    ? path
    : `${path}?${new URLSearchParams(pairs.map((pair) => [...pair]))}`
}

export function absoluteUrl(site: string, address: string): string {
  return new URL(address, site).href
}

/** Two slashes at the start would name another host. */
function unlocalized(path: string): string {
  const single = path.replace(/^\/{2,}/, '/')
  return single.slice(localePrefix(single).length).replace(/^\/+(?=\/|$)/, '')
}

export const paths = {
  home: (locale: Locale) => localized(locale, ''),
  events: (locale: Locale, query?: Query) => withQuery(localized(locale, '/events'), query),
  event: (locale: Locale, slug: string) => localized(locale, `/events/${slug}`),
  discover: (locale: Locale) => localized(locale, '/discover'),
  groups: (locale: Locale, query?: Query) => withQuery(localized(locale, '/events/groups'), query),
  group: (locale: Locale, slug: string, query?: Query) =>
    withQuery(localized(locale, `/events/groups/${slug}`), query),
  games: (locale: Locale, query?: Query) => withQuery(localized(locale, '/games'), query),
  game: (locale: Locale, slug: string) => localized(locale, `/games/${slug}`),
  streamers: (locale: Locale, query?: Query) => withQuery(localized(locale, '/streamers'), query),
  streamer: (locale: Locale, id: number) => localized(locale, `/streamers/${id}`),
  calendar: (locale: Locale, query?: Query) => withQuery(localized(locale, '/calendar'), query),
  articles: (locale: Locale, query?: Query) => withQuery(localized(locale, '/articles'), query),
  article: (locale: Locale, slug: string) => localized(locale, `/articles/${slug}`),
  search: (locale: Locale, query?: Query) => withQuery(localized(locale, '/search'), query),
  downloadIos: (locale: Locale) => localized(locale, '/download-ios'),
  dataDeletion: (locale: Locale) => localized(locale, '/data-deletion-request'),
  faq: (locale: Locale) => localized(locale, '/faq'),
  privacy: (locale: Locale) => localized(locale, '/privacy-policy'),
  terms: (locale: Locale) => localized(locale, '/terms-and-conditions'),
  login: (locale: Locale, next?: string) => withQuery(localized(locale, '/login'), { next }),
  signup: (locale: Locale, next?: string) => withQuery(localized(locale, '/signup'), { next }),
  resetPassword: (locale: Locale, next?: string) =>
    withQuery(localized(locale, '/auth/reset-password'), { next }),
  profile: (locale: Locale) => localized(locale, '/profile'),
  myAgenda: (locale: Locale) => localized(locale, '/profile/agenda'),
  myNotifications: (locale: Locale) => localized(locale, '/profile/notifications'),
  achievements: (locale: Locale, query?: Query) =>
    withQuery(localized(locale, '/achievements'), query),
  unauthorized: (locale: Locale) => localized(locale, '/unauthorized'),
  adminPanel: (locale: Locale) => localized(locale, '/admin/panel'),
  adminReports: (locale: Locale) => localized(locale, '/admin/panel/reports'),
  adminUsers: (locale: Locale) => localized(locale, '/admin/panel/users'),
  adminGroups: (locale: Locale) => localized(locale, '/admin/panel/groups'),
  adminLeaderboard: (locale: Locale) => localized(locale, '/admin/leaderboard'),
  adminArticles: (locale: Locale) => localized(locale, '/admin/articles'),
  articleEditor: (locale: Locale, id?: number) =>
    withQuery(localized(locale, '/admin/articles/editor'), { id }),
  articlePreview: (locale: Locale, id: number) =>
    withQuery(localized(locale, '/admin/articles/preview'), { id }),
  adminGames: (locale: Locale) => localized(locale, '/admin/panel/games'),
  adminStreamers: (locale: Locale) => localized(locale, '/admin/panel/streamers'),
  adminDeals: (locale: Locale) => localized(locale, '/admin/panel/deals'),
  adminCampaigns: (locale: Locale) => localized(locale, '/admin/panel/campaigns'),
  campaignEditor: (locale: Locale, id?: number) =>
    withQuery(localized(locale, '/admin/panel/campaigns/editor'), { id }),
  adminLog: (locale: Locale) => localized(locale, '/admin/panel/log'),
  adminOperations: (locale: Locale) => localized(locale, '/admin/panel/operations'),
  adminSecurity: (locale: Locale) => localized(locale, '/admin/panel/security'),
  feed: (
    of: 'events' | 'articles',
    form: 'ics' | 'rss' | 'atom' | 'json',
    locale: Locale,
    query: Query = {},
  ) => withQuery(`/feeds/${of}.${form}`, { ...query, lang: locale === 'en' ? undefined : locale }),
  licenses: '/licenses.txt',
  apiDocs: '/api/docs',
  media: mediaUrl,
  ownMedia: workerMediaUrl,
  eventCard: (locale: Locale, id: number) => mediaUrl(`cards/events/${id}/${locale}.png`),
  defaultCard: (locale: Locale) => mediaUrl(`cards/default/${locale}.png`),
  inLocale: (locale: Locale, path: string) => localized(locale, unlocalized(path)),
  /** Canonical addresses by `hreflang`. */
  alternates(path: string) {
    const addressIn = (locale: Locale) => localized(locale, unlocalized(path))
    const pairs = locales.map((locale) => [locale, addressIn(locale)] as const)
    return Object.fromEntries([...pairs, ['x-default', addressIn('en')]]) as Record<
      Locale | 'x-default',
      string
    >
  },
}
