export const buildSettings = {
  siteUrl: (process.env['SITE_URL'] || 'http://localhost:8787').replace(/\/+$/, ''),
  apiBase: process.env['PUBLIC_API_BASE'] ?? '',
  cdnBase: process.env['CDN_BASE'] ?? '',
}

/** @throws Error when the setting is neither a path nor an http(s) address. */
export function listCspConnectSources(apiBase: string): string {
  if (apiBase === '' || /^\/(?!\/)/.test(apiBase)) return "'self'"
  if (!/^https?:\/\//.test(apiBase)) {
    throw new Error('PUBLIC_API_BASE must be a path such as /api/v1 or an http(s) address')
  }
  return `'self' ${new URL(apiBase).origin}`
}
