const securityHeaders: Record<string, string> = {
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), attribution-reporting=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

/** Opened from mails: the address is a key, and no other site learns that there was a visit. */
const tokenPage =
  /\/(appeal|delete-account|marketing|streamer-data|reset-password|unhype|unsubscribe|verify)\/[^/]+$/

/** Pictures are shown in mails and feed readers; scripts/static-headers.ts writes the same. */
export function buildSecurityHeaders(path: string): Record<string, string> {
  const resourcePolicy = path.startsWith('/media/') ? 'cross-origin' : 'same-origin'
  return {
    ...securityHeaders,
    ...(tokenPage.test(path) && { 'Referrer-Policy': 'same-origin' }),
    'Cross-Origin-Resource-Policy': resourcePolicy,
  }
}

export const nonPagePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/** Where browsers report what a page's policy refused; every browser reads this directive. */
const reports = 'report-uri /api/v1/csp_reports'

/** Astro's policy names neither frame ancestors nor who hears of refusals. */
export function completePagePolicy(policy: string): string {
  if (policy.includes('frame-ancestors')) return policy
  return `${policy} frame-ancestors 'none'; ${reports};`
}

export function allowPictureOrigin(policy: string, base: string): string {
  if (!base) return policy
  const { origin } = new URL(base)
  return policy.replace(/img-src [^;]*/, (sources) =>
    sources.split(' ').includes(origin) ? sources : `${sources} ${origin}`,
  )
}
