import { sha256 } from '@oslojs/crypto/sha2'
import { encodeBase64 } from '@oslojs/encoding'
import tokens from '#site/styles/tokens.css?raw'
import styles from '#site/styles/offline-page.css?raw'
import { m } from '#site/lib/messages.ts'
import { themeKey } from '#site/lib/storage-keys.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'
import { brand } from '../lib/brand.ts'

/** `navigator.onLine` may be true without a connection, so the site is asked. */
const script = `try{const theme=localStorage.getItem('${themeKey}');if(theme)document.documentElement.dataset.theme=theme}catch{}
const openIfReachable=()=>fetch('/builds/latest.json').then(({ok})=>ok&&location.reload(),()=>{});
if(!location.pathname.endsWith('/offline.html')){addEventListener('online',openIfReachable);setInterval(openIfReachable,3000)}`

const style = (tokens + styles).replace(/\s+/g, ' ')

function computeCspHash(text: string): string {
  return `'sha256-${encodeBase64(sha256(new TextEncoder().encode(text)))}'`
}

/** Self-contained, as nothing can be loaded; shown at the address that was not reached. */
export function offlinePage(locale: Locale, retry = ''): string {
  const options = { locale }
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><script>${script}</script>
<title>${m.offline_title({}, options)} | ${brand.name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex">
<style>${style}</style></head>
<body><main><p class="name">${brand.name}</p><h1>${m.offline_title({}, options)}</h1>
<p>${m.offline_text({}, options)}</p><a href="${retry}">${m.try_again({}, options)}</a></main></body></html>`
}

export const offlinePolicy = `default-src 'none'; script-src ${computeCspHash(script)}; style-src ${computeCspHash(style)}; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'`

export function buildOfflinePages() {
  const pages = Object.fromEntries(locales.map((locale) => [locale, offlinePage(locale)]))
  return { policy: offlinePolicy, pages }
}
