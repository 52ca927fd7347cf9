import { describe, expect, test } from 'vitest'
import { sampleOperator } from '#worker/contracts/operator.ts'
import {
  checkDeployedPage,
  checkMailTracking,
  checkOperator,
  checkOperatorMail,
} from './doctor-privacy.ts'

/** In the place of the network: answers by the end of the address. */
function fakeFetch(answers: Record<string, Response>): typeof fetch {
  return (input) => {
    const address = input instanceof Request ? input.url : String(input)
    const found = Object.entries(answers).find(([end]) => address.endsWith(end))
    return found ? Promise.resolve(found[1].clone()) : Promise.reject(new Error('unreachable'))
  }
}

describe('the operator', () => {
  const { isSample: _, ...operator } = sampleOperator

  test('is named, by the rules of the build', () => {
    expect(checkOperator({ operator, operatorProblems: [] })).toMatchObject([{ state: 'ok' }])
    expect(checkOperator({ operator, operatorProblems: ['a', 'b'] })).toEqual([
      { name: 'operator', state: 'missing', detail: 'a' },
      { name: 'operator', state: 'missing', detail: 'b' },
    ])
    expect(checkOperator({ operator: sampleOperator, operatorProblems: [] })).toEqual([
      {
        name: 'operator',
        state: 'missing',
        detail: 'operator.json: the legal texts are samples',
      },
    ])
  })

  test('gets mail at the domains of its addresses', async () => {
    const addresses = { email: 'a@right.example', dsa: { email: 'b@none.example', languages: [] } }
    const resolveMx = (domain: string) =>
      domain === 'right.example'
        ? Promise.resolve([{ exchange: 'mx', priority: 1 }])
        : Promise.reject(Object.assign(new Error('none'), { code: 'ENODATA' }))
    expect(await checkOperatorMail(addresses, resolveMx)).toEqual([
      { name: 'MX of right.example', state: 'ok', detail: 'right.example' },
      {
        name: 'MX of none.example',
        state: 'missing',
        detail: 'none.example takes no mail: set its MX record',
      },
    ])
    const unanswered = () => Promise.reject(Object.assign(new Error('late'), { code: 'ETIMEOUT' }))
    const [found] = await checkOperatorMail(addresses, unanswered)
    expect(found).toMatchObject({ state: 'unknown' })
  })
})

describe('tracking by the mail service', () => {
  const options = {
    apiUrl: 'https://mail.example',
    apiKey: 'key',
    from: 'Hypecal <hello@hypecal.example>',
  }
  const check = (open_tracking: boolean, click_tracking: boolean) =>
    checkMailTracking(
      fakeFetch({
        '/domains': Response.json({ data: [{ id: 'd1', name: 'hypecal.example' }] }),
        '/domains/d1': Response.json({ open_tracking, click_tracking }),
      }),
      options,
    )

  test('is off', async () => {
    expect(await check(false, false)).toMatchObject([{ state: 'ok' }])
    expect(await check(true, false)).toMatchObject([
      { state: 'missing', detail: expect.stringMatching(/^open_tracking of hypecal/) },
    ])
    expect(await check(true, true)).toMatchObject([
      { state: 'missing', detail: expect.stringMatching(/^open_tracking and click_tracking/) },
    ])
  })

  test.each([
    ['no key', fakeFetch({}), { ...options, apiKey: undefined }],
    [
      'a key that may only send',
      fakeFetch({ '/domains': new Response('', { status: 401 }) }),
      options,
    ],
    ['no answer', fakeFetch({}), options],
    ['a domain of another', fakeFetch({ '/domains': Response.json({ data: [] }) }), options],
  ])('is unknown with %s', async (_, fetchPage, given) => {
    expect(await checkMailTracking(fetchPage, given)).toMatchObject([{ state: 'unknown' }])
  })
})

describe('the page as deployed', () => {
  const site = 'https://hypecal.example'
  const check = (html: string, headers: Record<string, string> = {}) =>
    checkDeployedPage(fakeFetch({ [site]: new Response(html, { headers }) }), site)
  const own = '<script>let a</script><script type="module" src="/_astro/page.js"></script>'

  test('has nothing that is not its own', async () => {
    expect(await check(own)).toMatchObject([{ state: 'ok' }])
  })

  test.each<[string, string, Record<string, string>]>([
    ['the cookie __cf_bm', own, { 'Set-Cookie': '__cf_bm=1; path=/' }],
    ['the header NEL', own, { NEL: '{"report_to":"cf-nel"}' }],
    ['the header Report-To', own, { 'Report-To': '{"group":"cf-nel"}' }],
    ['the header Reporting-Endpoints', own, { 'Reporting-Endpoints': 'a="https://b.example"' }],
    [
      'a script of static.cloudflareinsights.com/beacon.min.js',
      `${own}<script defer src='https://static.cloudflareinsights.com/beacon.min.js'></script>`,
      {},
    ],
    [
      'a script of hypecal.example/cdn-cgi/scripts/x.js',
      `${own}<script src="/cdn-cgi/scripts/x.js"></script>`,
      {},
    ],
  ])('is told of %s', async (what, html, headers) => {
    expect(await check(html, headers)).toEqual([
      {
        name: 'page as deployed',
        state: 'missing',
        detail: `${what} is not the site's: turn off what adds it`,
      },
    ])
  })

  test('is unknown when it cannot be reached', async () => {
    expect(await checkDeployedPage(fakeFetch({}), site)).toMatchObject([{ state: 'unknown' }])
  })
})
