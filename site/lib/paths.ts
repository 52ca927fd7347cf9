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
function addLocalePrefix(locale: Locale, path: string): string {
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
function removeLocalePrefix(path: string): string {
  const single = path.replace(/^\/{2,}/, '/')
  return single.slice(localePrefix(single).length).replace(/^\/+(?=\/|$)/, '')
}

export const paths = {
  home: (locale: Locale) => addLocalePrefix(locale, ''),
  events: (locale: Locale, query?: Query) => withQuery(addLocalePrefix(locale, '/events'), query),
  event: (locale: Locale, slug: string) => addLocalePrefix(locale, `/events/${slug}`),
  discover: (locale: Locale) => addLocalePrefix(locale, '/discover'),
  groups: (locale: Locale, query?: Query) =>
    withQuery(addLocalePrefix(locale, '/events/groups'), query),
  group: (locale: Locale, slug: string, query?: Query) =>
    withQuery(addLocalePrefix(locale, `/events/groups/${slug}`), query),
  games: (locale: Locale, query?: Query) => withQuery(addLocalePrefix(locale, '/games'), query),
  game: (locale: Locale, slug: string) => addLocalePrefix(locale, `/games/${slug}`),
  streamers: (locale: Locale, query?: Query) =>
    withQuery(addLocalePrefix(locale, '/streamers'), query),
  streamer: (locale: Locale, id: number) => addLocalePrefix(locale, `/streamers/${id}`),
  calendar: (locale: Locale, query?: Query) =>
    withQuery(addLocalePrefix(locale, '/calendar'), query),
  articles: (locale: Locale, query?: Query) =>
    withQuery(addLocalePrefix(locale, '/articles'), query),
  article: (locale: Locale, slug: string) => addLocalePrefix(locale, `/articles/${slug}`),
  search: (locale: Locale, query?: Query) => withQuery(addLocalePrefix(locale, '/search'), query),
  downloadIos: (locale: Locale) => addLocalePrefix(locale, '/download-ios'),
  dataDeletion: (locale: Locale) => addLocalePrefix(locale, '/data-deletion-request'),
  faq: (locale: Locale) => addLocalePrefix(locale, '/faq'),
  privacy: (locale: Locale) => addLocalePrefix(locale, '/privacy-policy'),
  legalNotice: (locale: Locale) => addLocalePrefix(locale, '/legal-notice'),
  accessibility: (locale: Locale) => addLocalePrefix(locale, '/accessibility'),
  status: (locale: Locale) => addLocalePrefix(locale, '/status'),
  terms: (locale: Locale) => addLocalePrefix(locale, '/terms-and-conditions'),
  login: (locale: Locale, next?: string) => withQuery(addLocalePrefix(locale, '/login'), { next }),
  signup: (locale: Locale, next?: string) =>
    withQuery(addLocalePrefix(locale, '/signup'), { next }),
  resetPassword: (locale: Locale, next?: string) =>
    withQuery(addLocalePrefix(locale, '/auth/reset-password'), { next }),
  profile: (locale: Locale) => addLocalePrefix(locale, '/profile'),
  /** `day`: the first of the week. */
  myAgenda: (locale: Locale, query?: Query) =>
    withQuery(addLocalePrefix(locale, '/profile/agenda'), query),
  myEvents: (locale: Locale) => addLocalePrefix(locale, '/profile/proposals'),
  myFollows: (locale: Locale) => addLocalePrefix(locale, '/profile/following'),
  myCalendars: (locale: Locale) => addLocalePrefix(locale, '/profile/calendars'),
  myStreamer: (locale: Locale) => addLocalePrefix(locale, '/profile/streamer'),
  mySecurity: (locale: Locale) => addLocalePrefix(locale, '/profile/security'),
  myNotifications: (locale: Locale) => addLocalePrefix(locale, '/profile/notifications'),
  achievements: (locale: Locale, query?: Query) =>
    withQuery(addLocalePrefix(locale, '/achievements'), query),
  unauthorized: (locale: Locale) => addLocalePrefix(locale, '/unauthorized'),
  adminPanel: (locale: Locale) => addLocalePrefix(locale, '/admin/panel'),
  adminAppeals: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/appeals'),
  adminReports: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/reports'),
  adminUsers: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/users'),
  adminGroups: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/groups'),
  adminLeaderboard: (locale: Locale) => addLocalePrefix(locale, '/admin/leaderboard'),
  adminArticles: (locale: Locale) => addLocalePrefix(locale, '/admin/articles'),
  articleEditor: (locale: Locale, id?: number) =>
    withQuery(addLocalePrefix(locale, '/admin/articles/editor'), { id }),
  articlePreview: (locale: Locale, id: number) =>
    withQuery(addLocalePrefix(locale, '/admin/articles/preview'), { id }),
  adminGames: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/games'),
  adminStreamers: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/streamers'),
  adminDeals: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/deals'),
  adminCampaigns: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/campaigns'),
  campaignEditor: (locale: Locale, id?: number) =>
    withQuery(addLocalePrefix(locale, '/admin/panel/campaigns/editor'), { id }),
  adminLog: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/log'),
  adminOperations: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/operations'),
  adminSecurity: (locale: Locale) => addLocalePrefix(locale, '/admin/panel/security'),
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
  inLocale: (locale: Locale, path: string) => addLocalePrefix(locale, removeLocalePrefix(path)),
  /** Canonical addresses by `hreflang`. */
  alternates(path: string) {
    const addressIn = (locale: Locale) => addLocalePrefix(locale, removeLocalePrefix(path))
    const pairs = locales.map((locale) => [locale, addressIn(locale)] as const)
    return Object.fromEntries([...pairs, ['x-default', addressIn('en')]]) as Record<
      Locale | 'x-default',
      string
    >
  },
}
