import type { Operator } from '#worker/contracts/operator.ts'
import * as v from 'valibot'
import { findDnsRecord, type Finding } from './mail-dns.ts'
import { formatReason } from './reason.ts'

/** Promises of the legal texts that settings outside the build can break. */

type CheckedOperator = { operator: Operator; operatorProblems: string[] }

export function checkOperator({ operator, operatorProblems }: CheckedOperator): Finding[] {
  const name = 'operator'
  const isSampleAllowed = operator.isSample && operatorProblems.length === 0
  const problems = isSampleAllowed
    ? ['operator.json: the legal texts are samples']
    : operatorProblems
  if (problems.length === 0) return [{ name, state: 'ok', detail: operator.legalName }]
  return problems.map((detail) => ({ name, state: 'missing', detail }))
}

/** Mail to the addresses of the legal texts arrives only where a host takes it. */
export async function checkOperatorMail(
  { email, dsa }: Pick<Operator, 'email' | 'dsa'>,
  resolveMx: (domain: string) => Promise<unknown[]>,
): Promise<Finding[]> {
  const domains = new Set([email, dsa.email].map((address) => address.split('@')[1] ?? ''))
  return Promise.all(
    [...domains].map(async (domain): Promise<Finding> => {
      const name = `MX of ${domain}`
      const recordState = await findDnsRecord(resolveMx(domain))
      if (recordState === 'right') return { name, state: 'ok', detail: domain }
      return recordState === 'unanswered'
        ? { name, state: 'unknown', detail: `no answer for ${domain}` }
        : { name, state: 'missing', detail: `${domain} takes no mail: set its MX record` }
    }),
  )
}

const MailDomains = v.object({ data: v.array(v.object({ id: v.string(), name: v.string() })) })
const MailDomain = v.object({ open_tracking: v.boolean(), click_tracking: v.boolean() })

/** The policy says that mails contain no tracking, which the mail service could add. */
export async function checkMailTracking(
  fetchPage: typeof fetch,
  { apiUrl, apiKey, from }: { apiUrl: string; apiKey: string | undefined; from: string },
): Promise<Finding[]> {
  const name = 'mail tracking'
  if (!apiKey) return [{ name, state: 'unknown', detail: 'MAIL_API_KEY is not set' }]
  const get = async (path: string) => {
    const answer = await fetchPage(`${apiUrl}${path}`, {
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    if (!answer.ok) throw new Error(`${apiUrl} answers ${answer.status}: a key for sending only?`)
    return answer.json()
  }
  try {
    const { data } = v.parse(MailDomains, await get('/domains'))
    const domain = data.find((one) => from.includes(`@${one.name}`))
    if (!domain) return [{ name, state: 'unknown', detail: `no domain of ${from} is there` }]
    const tracking = v.parse(MailDomain, await get(`/domains/${domain.id}`))
    const on = Object.entries(tracking).flatMap(([kind, isOn]) => (isOn ? [kind] : []))
    if (on.length === 0) return [{ name, state: 'ok', detail: `off for ${domain.name}` }]
    const detail = `${on.join(' and ')} of ${domain.name}: turn it off, the policy promises none`
    return [{ name, state: 'missing', detail }]
  } catch (error) {
    return [{ name, state: 'unknown', detail: formatReason(error) }]
  }
}

/** Settings of the edge that add to what the site sends; its own pages set no cookie. */
export async function checkDeployedPage(
  fetchPage: typeof fetch,
  siteUrl: string,
): Promise<Finding[]> {
  const name = 'page as deployed'
  try {
    const answer = await fetchPage(siteUrl, { headers: { Accept: 'text/html' } })
    const foreign = [
      ...answer.headers.getSetCookie().map((cookie) => `the cookie ${cookie.split('=')[0]}`),
      ...['NEL', 'Report-To', 'Reporting-Endpoints'].flatMap((header) =>
        answer.headers.has(header) ? [`the header ${header}`] : [],
      ),
      ...listForeignScripts(await answer.text(), siteUrl).map((host) => `a script of ${host}`),
    ]
    if (foreign.length > 0)
      return foreign.map((what) => ({
        name,
        state: 'missing',
        detail: `${what} is not the site's: turn off what adds it`,
      }))
    return answer.ok
      ? [{ name, state: 'ok', detail: 'no cookie, script or report that is not its own' }]
      : [{ name, state: 'unknown', detail: `${siteUrl} answers ${answer.status}` }]
  } catch (error) {
    return [{ name, state: 'unknown', detail: `${siteUrl}: ${formatReason(error)}` }]
  }
}

function listForeignScripts(html: string, siteUrl: string): string[] {
  const addresses = [...html.matchAll(/<script\b[^>]*\bsrc=["']?([^"'\s>]+)/gi)]
  const urls = addresses.map(([, address = '']) => new URL(address, siteUrl))
  const foreign = urls.filter(
    ({ origin, pathname }) =>
      origin !== new URL(siteUrl).origin || pathname.startsWith('/cdn-cgi/'),
  )
  return [...new Set(foreign.map(({ host, pathname }) => host + pathname))]
}
