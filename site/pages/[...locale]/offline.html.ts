import type { APIContext } from 'astro'
import { offlinePage, offlinePolicy } from '#site/entrypoints/offline-page.ts'
import { paths } from '#site/lib/paths.ts'
import { localeStaticPaths } from '#site/lib/prerendered.ts'

export const prerender = true
export const getStaticPaths = localeStaticPaths

export function GET({ locals: { locale } }: APIContext): Response {
  return new Response(offlinePage(locale, paths.home(locale)), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': offlinePolicy,
    },
  })
}
