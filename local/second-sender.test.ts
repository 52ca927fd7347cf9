import { expect, test } from 'vitest'
import { checkSecondSender } from './second-sender.ts'

const from = 'Hypecal <hello@hypecal.example>'

function answering(body: unknown, status = 200): typeof fetch {
  return () => Promise.resolve(Response.json(body, { status }))
}
const domainOf = (domain_name: string, authenticated: boolean) => ({
  domains: [{ id: '1', domain_name, authenticated, verified: true }],
})

test.each<[what: string, page: typeof fetch, state: string]>([
  ['set up', answering(domainOf('hypecal.example', true)), 'ok'],
  ['not authenticated', answering(domainOf('hypecal.example', false)), 'missing'],
  ['another', answering(domainOf('example.org', true)), 'missing'],
  ['of a key that is refused', answering({}, 401), 'missing'],
  ['of a service that cannot be reached', () => Promise.reject(new Error('away')), 'unknown'],
])('a sender domain that is %s', async (_, page, state) => {
  expect(await checkSecondSender(page, { apiKey: 'key', from })).toMatchObject([{ state }])
})

test('without a key there is no second service', async () => {
  expect(await checkSecondSender(answering({}), { apiKey: undefined, from })).toEqual([])
})
