import { readOperatorSettings } from './operator-settings.ts'

const siteUrl = (process.env['SITE_URL'] || 'http://localhost:8787').replace(/\/+$/, '')
const { operator, problems: operatorProblems } = readOperatorSettings(siteUrl)

export const buildSettings = {
  siteUrl,
  operator,
  operatorProblems,
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

/** @throws Error when the file of the operator is broken, or says too little for a public site. */
export function assertOperatorIsNamed(): void {
  const { operatorProblems: problems } = buildSettings
  if (problems.length > 0) throw new Error(problems.join('; '))
}
