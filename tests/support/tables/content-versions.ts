/** Each page of site/content as of its date: another text has another hash, and needs another `updated`. */
export const contentVersions: Record<string, string> = {
  accessibility: '2026-11-29 cd7e1a9bfd3a',
  'data-deletion-request': '2026-11-29 26687007113c',
  'download-ios': '2026-11-28 49ca09d6fa35',
  faq: '2026-11-29 c56d9e0cff29',
  'legal-notice': '2026-11-29 ec5e87dd71b0',
  'privacy-policy': '2026-11-29 632e6802c2c2',
  'terms-and-conditions': '2026-11-29 2211d30e382e',
  'zevent-2025-guide': '2026-11-28 038f06547094',
}
