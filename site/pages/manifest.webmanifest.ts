import { m } from '#messages'
import home from '#docs/screenshots/home-dark.png?url'
import agenda from '#docs/screenshots/events-light-phone.png?url'
import { brand, themeColors } from '#site/lib/brand.ts'
import { proposeParameter } from '#site/lib/session/return-url.ts'
import { paths } from '#site/lib/paths.ts'
import { listPlatforms } from '#worker/contracts/platform-list.ts'

export const prerender = true

function iconEntry(file: string, sizes: string, purpose: 'any' | 'maskable') {
  return { src: `/icons/${file}.png`, sizes, type: 'image/png', purpose }
}

function screenshotEntry(src: string, sizes: string, form_factor: 'wide' | 'narrow') {
  return { src, sizes, type: 'image/png', form_factor }
}

export function GET(): Response {
  const options = { locale: 'en' } as const
  return Response.json({
    name: brand.name,
    short_name: brand.name.length > 12 ? brand.shortName : brand.name,
    description: m.home_description({ platforms: listPlatforms('en', 'conjunction') }, options),
    lang: 'en',
    dir: 'ltr',
    categories: ['entertainment', 'games', 'events'],
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: themeColors.dark,
    theme_color: themeColors.dark,
    icons: [
      iconEntry('icon-192', '192x192', 'any'),
      iconEntry('icon-512', '512x512', 'any'),
      iconEntry('maskable-512', '512x512', 'maskable'),
    ],
    shortcuts: [
      { name: m.events_range_tonight({}, options), url: '/events?range=tonight' },
      { name: m.my_agenda_title({}, options), url: paths.myAgenda('en') },
    ],
    // Some apps share the link as the text.
    share_target: {
      action: '/',
      method: 'GET',
      params: { text: proposeParameter, url: proposeParameter },
    },
    screenshots: [
      screenshotEntry(home, '1280x900', 'wide'),
      screenshotEntry(agenda, '390x844', 'narrow'),
    ],
  })
}
