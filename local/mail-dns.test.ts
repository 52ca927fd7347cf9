import { describe, expect, test } from 'vitest'
import { checkMailDns, type TxtResolver } from './mail-dns.ts'

const mail = {
  from: 'Hypecal <hello@hypecal.example>',
  returnPath: 'send',
  dkimSelector: 'resend',
  spfInclude: 'amazonses.com',
}
const right: Record<string, string[]> = {
  'send.hypecal.example': ['v=spf1 include:amazonses.com ~all'],
  'resend._domainkey.hypecal.example': [`p=${'A'.repeat(216)}`],
  '_dmarc.hypecal.example': ['v=DMARC1; p=reject; rua=mailto:a@hypecal.example'],
}

/** In the place of the domain name system. */
function createResolver(records: Record<string, string[]>): TxtResolver {
  return (name) => {
    const found = records[name]
    if (found) return Promise.resolve(found)
    return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
  }
}

async function findings(records: Record<string, string[]>, from = mail.from) {
  return checkMailDns({ ...mail, from }, createResolver(records))
}

describe('the records of the mail domain', () => {
  test('are in order', async () => {
    expect((await findings(right)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok'])
  })

  test('are named one by one, with what to set where none is there', async () => {
    expect(await findings({})).toMatchObject([
      {
        state: 'missing',
        detail: 'send.hypecal.example has no record: set TXT "v=spf1 include:amazonses.com ~all"',
      },
      { state: 'missing', detail: expect.stringContaining('resend._domainkey') as string },
      {
        state: 'missing',
        detail: expect.stringContaining('set TXT "v=DMARC1; p=quarantine') as string,
      },
    ])
  })

  test.each([
    ['SPF of another sender', 'send.hypecal.example', 'v=spf1 include:other.example ~all', 0],
    ['an empty DKIM key', 'resend._domainkey.hypecal.example', 'v=DKIM1; p=', 1],
    ['a DMARC policy that only watches', '_dmarc.hypecal.example', 'v=DMARC1; p=none', 2],
  ])('are missing with %s', async (_, name, text, index) => {
    const found = await findings({ ...right, [name]: [text] })
    expect(found[index]).toMatchObject({
      state: 'missing',
      detail: expect.stringContaining(`${name} has another value: set TXT`) as string,
    })
    expect(found.filter(({ state }) => state === 'ok')).toHaveLength(2)
  })

  test('are unknown when nobody answers', async () => {
    const silent: TxtResolver = () =>
      Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }))
    const found = await checkMailDns(mail, silent)
    expect(found.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('are of no domain without an address', async () => {
    expect(await findings(right, 'Hypecal')).toMatchObject([
      { name: 'MAIL_FROM', state: 'missing' },
    ])
  })
})
