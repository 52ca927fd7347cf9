export type TxtResolver = (name: string) => Promise<string[]>

export type Finding = { name: string; state: 'ok' | 'missing' | 'unknown'; detail: string }

type MailDnsSettings = {
  /** Sender, as in MAIL_FROM: `Hypecal <hello@hypecal.example>`. */
  from: string
  /** Return path where the mail service gets bounces, below the domain. */
  returnPath: string
  dkimSelector: string
  /** Host that the SPF record has to allow. */
  spfInclude: string
}

/** A name without records is answered with an empty list. */
const noRecord = new Set(['ENOTFOUND', 'ENODATA'])

export async function findDnsRecord<Value>(
  answer: Promise<Value[]>,
  isRight: (value: Value) => boolean = () => true,
): Promise<'right' | 'wrong' | 'none' | 'unanswered'> {
  try {
    const values = await answer
    if (values.some(isRight)) return 'right'
    return values.length > 0 ? 'wrong' : 'none'
  } catch (error) {
    return noRecord.has(String((error as { code?: string }).code)) ? 'none' : 'unanswered'
  }
}

export async function checkMailDns(
  mail: MailDnsSettings,
  resolve: TxtResolver,
): Promise<Finding[]> {
  const domain = /@([^\s>]+)>?$/.exec(mail.from)?.[1]
  if (!domain) return [{ name: 'MAIL_FROM', state: 'missing', detail: 'holds no address' }]
  const records = [
    {
      name: `SPF of ${mail.returnPath}.${domain}`,
      at: `${mail.returnPath}.${domain}`,
      isRight: (text: string) =>
        /^v=spf1\s/.test(text) && text.includes(`include:${mail.spfInclude}`),
      wanted: `TXT "v=spf1 include:${mail.spfInclude} ~all"`,
    },
    {
      name: `DKIM of ${domain}`,
      at: `${mail.dkimSelector}._domainkey.${domain}`,
      isRight: (text: string) => /(^|;)\s*p=[A-Za-z0-9+/]{64}/.test(text),
      wanted: 'TXT with the public key that the mail service shows (p=…)',
    },
    {
      name: `DMARC of ${domain}`,
      at: `_dmarc.${domain}`,
      isRight: (text: string) => /^v=DMARC1\s*;.*\bp=(quarantine|reject)\b/.test(text),
      wanted: `TXT "v=DMARC1; p=quarantine; rua=mailto:postmaster@${domain}"`,
    },
  ]
  return Promise.all(
    records.map(async ({ name, at, isRight, wanted }): Promise<Finding> => {
      const recordState = await findDnsRecord(resolve(at), isRight)
      if (recordState === 'right') return { name, state: 'ok', detail: at }
      if (recordState === 'unanswered')
        return { name, state: 'unknown', detail: `no answer for ${at}` }
      const what = recordState === 'wrong' ? 'has another value' : 'has no record'
      return { name, state: 'missing', detail: `${at} ${what}: set ${wanted}` }
    }),
  )
}
