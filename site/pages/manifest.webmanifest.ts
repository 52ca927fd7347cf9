import { brand, themeColors } from '#site/lib/brand.ts'

/** What a phone needs to put the site on its home screen. */
export const prerender = true

function icon(file: string, sizes: string, purpose: 'any' | 'maskable') {
  return { src: `/icons/${file}.png`, sizes, type: 'image/png', purpose }
}

export function GET(): Response {
  return Response.json({
    name: brand.name,
    short_name: brand.name.length > 12 ? brand.shortName : brand.name,
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: themeColors.dark,
    theme_color: themeColors.dark,
    icons: [
      icon('icon-192', '192x192', 'any'),
      icon('icon-512', '512x512', 'any'),
      icon('maskable-512', '512x512', 'maskable'),
    ],
  })
}
