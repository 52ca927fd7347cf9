import * as v from 'valibot'
import { parseSender } from '#worker/integrations/mail/sender-address.ts'
import type { Finding } from './mail-dns.ts'
import { formatReason } from './reason.ts'

const Domains = v.object({
  domains: v.array(v.object({ domain_name: v.string(), authenticated: v.boolean() })),
})

type SecondSender = { apiKey: string | undefined; apiUrl?: string | undefined; from: string }

/** The second mail service, which sends for domains alone that are set up there; none without a key. */
export async function checkSecondSender(
  fetchPage: typeof fetch,
  { apiKey, apiUrl = 'https://api.brevo.com', from }: SecondSender,
): Promise<Finding[]> {
  if (!apiKey) return []
  const name = 'second mail service'
  const domain = parseSender({ MAIL_FROM: from }).email.split('@')[1] ?? ''
  try {
    const answer = await fetchPage(`${apiUrl}/v3/senders/domains`, {
      headers: { 'api-key': apiKey },
    })
    if (!answer.ok) {
      return [{ name, state: 'missing', detail: `${apiUrl} answers ${answer.status}` }]
    }
    const { domains } = v.parse(Domains, await answer.json())
    const isSetUp = domains.some((one) => one.domain_name === domain && one.authenticated)
    return isSetUp
      ? [{ name, state: 'ok', detail: domain }]
      : [{ name, state: 'missing', detail: `${domain} is not set up there` }]
  } catch (error) {
    return [{ name, state: 'unknown', detail: formatReason(error) }]
  }
}
