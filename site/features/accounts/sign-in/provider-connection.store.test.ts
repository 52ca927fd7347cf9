import { expect, test, vi } from 'vitest'
import { ApiError } from '#site/lib/api.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createProviderConnectionStore } from './provider-connection.store.ts'

const signedIn = {
  outcome: 'signed_in',
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'bearer',
  expires_in: 900,
  is_new: false,
  next: '/events',
}

function refusal(fields: { status?: number; code: string }): Promise<never> {
  return Promise.reject(new ApiError({ status: 503, msg: 'Why.', ...fields }))
}

function start(address: string, respond: () => Promise<unknown>) {
  const post = vi.fn(respond)
  const settle = vi.fn(async () => undefined)
  const connection = createProviderConnectionStore({
    api: fakeApi({ post }),
    provider: 'google',
    answer: new URLSearchParams(address),
    settle,
  })
  return { ...connection, post, settle }
}

test('the code is exchanged once and signs the person in', async () => {
  const run = start('?code=c&state=s', async () => signedIn)
  await Promise.all([run.connect(), run.connect()])
  expect(run.post).toHaveBeenCalledExactlyOnceWith('auth/google/connect', { state: 's', code: 'c' })
  expect(run.settle).toHaveBeenCalledOnce()
  expect(run.$connection.get()).toEqual({
    phase: 'connected',
    outcome: 'signed_in',
    next: '/events',
  })
})

test('connecting to an account that is signed in brings no new tokens', async () => {
  const run = start('?code=c&state=s', async () => ({ outcome: 'linked', next: null }))
  await run.connect()
  expect(run.settle).not.toHaveBeenCalled()
  expect(run.$connection.get()).toMatchObject({ phase: 'connected', outcome: 'linked' })
})

test.each([
  ['', 0],
  ['?state=s', 0],
  ['?code=c', 0],
  ['?error=access_denied', 0],
  ['?error=access_denied&state=s', 1],
])('without a code (%s) none is exchanged', async (address, calls) => {
  const run = start(address, async () => {
    throw new ApiError({ status: 422, msg: 'You said no.' })
  })
  await run.connect()
  expect(run.post).toHaveBeenCalledTimes(calls)
  expect(run.$connection.get()).toMatchObject({
    phase: 'failed',
    fault: 'no_code',
    reason: calls ? 'You said no.' : '',
  })
})

test.each([
  ['an answer without tokens', async () => ({}), 'no_data'],
  ['no JSON', () => Promise.reject(new SyntaxError('end of input')), 'no_data'],
  ['a refusal', () => refusal({ status: 422, code: 'bad_oauth_state' }), 'refused'],
  ['no answer', () => refusal({ status: 0, code: 'network' }), 'unreachable'],
  ['a provider that is silent', () => refusal({ code: 'oauth_unreachable' }), 'unreachable'],
  ['a provider that says nothing', () => refusal({ code: 'oauth_no_data' }), 'no_data'],
  ['anything else', () => Promise.reject(new Error('?')), 'unreachable'],
])('%s is told apart', async (_, respond, fault) => {
  const run = start('?code=c&state=s', respond)
  await run.connect()
  const reason = fault === 'refused' ? 'Why.' : ''
  expect(run.$connection.get()).toEqual({ phase: 'failed', fault, reason, mustLogIn: false })
})

test('an address that has an account is to log in first', async () => {
  const run = start('?code=c&state=s', () => refusal({ status: 409, code: 'sign_in_to_link' }))
  await run.connect()
  expect(run.$connection.get()).toMatchObject({ reason: 'Why.', mustLogIn: true })
})
