/** Each page of site/content as of its date: another text has another hash, and needs another `updated`. */
export const contentVersions: Record<string, string> = {
  accessibility: '2026-11-29 cd7e1a9bfd3a',
  'data-deletion-request': '2026-11-29 0a3a6d680f06',
  'download-ios': '2026-11-28 49ca09d6fa35',
  faq: '2026-11-29 0a4c15c932b9',
  'legal-notice': '2026-11-29 ec5e87dd71b0',
  'privacy-policy': '2026-11-29 03ec095c431f',
  'terms-and-conditions': '2026-11-29 7dcfd182a310',
  'zevent-2025-guide': '2026-11-28 038f06547094',
}
