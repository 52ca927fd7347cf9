import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scopesOfToken } from '#site/lib/session/access-token.ts'
import { needsSession } from '#site/lib/personal-calls.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { type Member, createMember, tokenOf, password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { listOperations, pathWith, type Operation } from '#tests/support/tables/api-document.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { logIn, proposeEvent } from '#tests/support/factories/people.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'

/** Who may call what. A call that is missing here fails the test. */
const table: Record<string, 'visitor' | 'member' | 'contributor' | 'moderator' | 'admin'> = {
  'POST /auth/signup': 'visitor',
  'POST /auth/signup/continue': 'visitor',
  'POST /auth/login': 'visitor',
  'POST /auth/code': 'visitor',
  'POST /auth/code/verify': 'visitor',
  'POST /auth/refresh_access_token': 'visitor',
  'POST /auth/logout': 'visitor',
  'POST /auth/confirm': 'member',
  'POST /auth/verify_email': 'visitor',
  'POST /auth/verify_email/disown': 'visitor',
  'POST /auth/verify_email/resend': 'member',
  'POST /auth/reset_password/request': 'visitor',
  'POST /auth/reset_password': 'visitor',
  'PUT /users/me/password': 'member',
  'PUT /users/me/email': 'member',
  'PUT /users/me/marketing': 'member',
  'POST /users/me/resume': 'member',
  'GET /users/me/sessions': 'member',
  'DELETE /users/me/sessions': 'member',
  'DELETE /users/me/sessions/{id}': 'member',
  'GET /users/me/settings': 'member',
  'PUT /users/me/settings': 'member',
  'PUT /users/me/discord_webhook': 'member',
  'DELETE /users/me/discord_webhook': 'member',
  'POST /users/me/discord_webhook/test': 'member',
  'GET /users/me/events': 'member',
  'GET /users/me/proposal_limits': 'contributor',
  'GET /users/me/similar_events': 'contributor',
  'POST /users/me/video_lookups': 'contributor',
  'GET /users/me/events/{id}': 'member',
  'GET /users/me/followed_events': 'member',
  'GET /users/me/next_events': 'member',
  'GET /users/me/relations': 'member',
  'GET /users/me/participations': 'member',
  'GET /users/me/followed_channels': 'contributor',
  'POST /users/me/follows': 'contributor',
  'GET /users/me/hyped_events': 'member',
  'GET /users/me/hyped_events/{id}/reminders': 'member',
  'GET /users/me/calendar_feeds': 'member',
  'POST /users/me/calendar_feeds': 'member',
  'DELETE /users/me/calendar_feeds/{id}': 'member',
  'GET /users/me/schedule_sources': 'member',
  'POST /users/me/schedule_sources': 'contributor',
  'DELETE /users/me/schedule_sources/{id}': 'member',
  'POST /users/me/schedule_sources/{id}/run': 'contributor',
  'POST /users/me/schedule_imports': 'contributor',
  'GET /users/me/notifications': 'member',
  'PUT /users/me/notifications/read': 'member',
  'GET /auth/{provider}/authorize': 'visitor',
  'POST /auth/{provider}/connect': 'visitor',
  'GET /users/me/identities': 'member',
  'DELETE /users/me/identities/{provider}': 'member',
  'POST /users/me/streamer': 'contributor',
  'PATCH /users/me/streamer': 'contributor',
  'GET /users/me/streaming_accounts': 'member',
  'POST /users/me/streaming_accounts': 'contributor',
  'DELETE /users/me/streaming_accounts/{id}': 'member',
  'PUT /users/me/streaming_accounts/{id}/platform_picture': 'member',
  'GET /users/me/notification_settings': 'member',
  'GET /users/me/push_subscriptions': 'member',
  'POST /users/me/push_subscriptions': 'member',
  'PUT /users/me/push_subscriptions': 'member',
  'DELETE /users/me/push_subscriptions/{id}': 'member',
  'PUT /users/me/notification_settings/channels/{kind}/{channel}': 'member',
  'PUT /users/me/notification_settings/streamers/{id}': 'contributor',
  'PUT /users/me/notification_settings/games/{id}': 'contributor',
  'PUT /users/me/notification_settings/groups/{id}': 'contributor',
  'PUT /users/me/notification_settings/quiet_hours': 'member',
  'PUT /users/me/notification_settings/digest': 'member',
  'GET /users/me': 'member',
  'PATCH /users/me': 'member',
  'DELETE /users/me': 'member',
  'PUT /users/me/avatar': 'member',
  'DELETE /users/me/avatar': 'member',
  'GET /users/me/export': 'member',
  'POST /auth/delete_account/request': 'visitor',
  'POST /auth/delete_account': 'visitor',
  'POST /uploads': 'contributor',
  'POST /client_errors': 'visitor',
  'POST /webhooks/mail': 'visitor',
  'POST /csp_reports': 'visitor',
  'POST /client_events': 'visitor',
  'POST /deals/{id}/click': 'visitor',
  'GET /events': 'visitor',
  'GET /events/count': 'visitor',
  'GET /events/live': 'visitor',
  'GET /events/most_hyped': 'visitor',
  'GET /events/similar': 'visitor',
  'GET /events/{event}': 'visitor',
  'GET /events/{event}/calendar': 'member',
  'POST /events': 'contributor',
  'PUT /events/{event}': 'contributor',
  'PUT /events/{event}/toggle_hype': 'member',
  'PUT /events/{event}/hype_series': 'contributor',
  'PUT /events/{event}/participants/{streamer}/confirmation': 'contributor',
  'DELETE /events/{event}/participants/{streamer}': 'member',
  'GET /games': 'visitor',
  'GET /games/{game}': 'visitor',
  'GET /games/{game}/top_streamers': 'visitor',
  'GET /games/{game}/recommended': 'visitor',
  'PUT /games/{game}/toggle_follow': 'member',
  'GET /streamers': 'visitor',
  'GET /streamers/featured': 'visitor',
  'GET /streamers/emerging': 'visitor',
  'GET /streamers/{id}': 'visitor',
  'GET /streamers/{id}/events': 'visitor',
  'GET /streamers/{id}/recommended': 'visitor',
  'GET /streamers/{id}/discovery': 'visitor',
  'PUT /streamers/{id}/toggle_follow': 'member',
  'GET /groups': 'visitor',
  'GET /groups/{slug}': 'visitor',
  'GET /groups/{slug}/events': 'visitor',
  'PUT /groups/{group}/toggle_follow': 'member',
  'PUT /groups/{group}/hype_dates': 'contributor',
  'GET /articles': 'visitor',
  'GET /articles/{slug}': 'visitor',
  'POST /articles/{slug}/reading': 'member',
  'PUT /articles/{slug}/reading': 'member',
  'POST /reports': 'contributor',
  'GET /search': 'visitor',
  'GET /achievements': 'visitor',
  'GET /achievements/me': 'member',
  'GET /achievements/me/stats': 'member',
  'GET /achievements/new': 'member',
  'PUT /achievements/new/seen': 'member',
  'GET /leaderboard': 'visitor',
  'GET /leaderboard/me': 'member',
  'GET /onboarding/content-onboarding/status': 'member',
  'GET /onboarding/content-onboarding/streamers': 'member',
  'GET /onboarding/content-onboarding/games': 'member',
  'POST /onboarding/content-onboarding/skip': 'member',
  'POST /onboarding/content-onboarding/complete': 'member',
  'GET /admin/proposals': 'moderator',
  'GET /admin/proposals/counts': 'moderator',
  'GET /admin/proposals/{id}': 'moderator',
  'PATCH /events/{event}': 'contributor',
  'POST /events/{event}/cancel': 'contributor',
  'POST /events/{event}/withdraw': 'contributor',
  'POST /admin/proposals/bulk': 'moderator',
  'PUT /admin/proposals/{id}': 'moderator',
  'POST /admin/proposals/{id}/cancel': 'moderator',
  'POST /admin/proposals/{id}/approve': 'moderator',
  'POST /admin/proposals/{id}/review': 'moderator',
  'POST /admin/proposals/{id}/cancel_approval': 'moderator',
  'POST /admin/proposals/{id}/reject': 'moderator',
  'POST /admin/proposals/{id}/reset': 'moderator',
  'POST /admin/proposals/{id}/disable': 'moderator',
  'POST /admin/proposals/{id}/enable': 'moderator',
  'GET /admin/reports': 'moderator',
  'GET /admin/reports/count': 'moderator',
  'POST /admin/reports/decide': 'moderator',
  'GET /admin/games': 'moderator',
  'POST /admin/games': 'moderator',
  'PUT /admin/games/{id}': 'moderator',
  'DELETE /admin/games/{id}': 'moderator',
  'POST /admin/games/{id}/merge': 'moderator',
  'PUT /admin/games/{id}/platform_picture': 'moderator',
  'GET /admin/streamers': 'moderator',
  'POST /admin/streamers': 'moderator',
  'PUT /admin/streamers/{id}': 'moderator',
  'PUT /admin/streamers/{id}/featured': 'moderator',
  'DELETE /admin/streamers/{id}': 'moderator',
  'POST /admin/streamers/{id}/merge': 'moderator',
  'POST /admin/streamers/{id}/accounts': 'moderator',
  'PUT /admin/streamers/{id}/accounts/{account_id}': 'moderator',
  'PUT /admin/streamers/{id}/accounts/{account_id}/name': 'moderator',
  'PUT /admin/streamers/{id}/accounts/{account_id}/platform_picture': 'moderator',
  'DELETE /admin/streamers/{id}/accounts/{account_id}': 'moderator',
  'GET /admin/streamers/{id}/schedule_sources': 'moderator',
  'POST /admin/streamers/{id}/schedule_sources': 'moderator',
  'DELETE /admin/streamers/{id}/schedule_sources/{source_id}': 'moderator',
  'POST /admin/streamers/{id}/schedule_sources/{source_id}/run': 'moderator',
  'POST /admin/streamers/{id}/schedule_imports': 'moderator',
  'GET /admin/deals': 'moderator',
  'POST /admin/deals': 'moderator',
  'PUT /admin/deals/{id}': 'moderator',
  'DELETE /admin/deals/{id}': 'moderator',
  'GET /admin/campaigns': 'admin',
  'POST /admin/campaigns': 'admin',
  'POST /admin/campaigns/preview': 'admin',
  'GET /admin/campaigns/{id}': 'admin',
  'PUT /admin/campaigns/{id}': 'admin',
  'DELETE /admin/campaigns/{id}': 'admin',
  'GET /admin/campaigns/{id}/recipients': 'admin',
  'POST /admin/campaigns/{id}/test': 'admin',
  'POST /admin/campaigns/{id}/send': 'admin',
  'POST /admin/campaigns/{id}/stop': 'admin',
  'GET /admin/audit_log': 'moderator',
  'GET /admin/groups': 'moderator',
  'POST /admin/groups': 'moderator',
  'PUT /admin/groups/{id}': 'moderator',
  'DELETE /admin/groups/{id}': 'moderator',
  'GET /admin/groups/{id}/events': 'moderator',
  'PUT /admin/groups/{id}/events/{event_id}': 'moderator',
  'DELETE /admin/groups/{id}/events/{event_id}': 'moderator',
  'GET /admin/articles': 'moderator',
  'POST /admin/articles': 'moderator',
  'POST /admin/articles/preview': 'moderator',
  'GET /admin/articles/{id}': 'moderator',
  'PUT /admin/articles/{id}': 'moderator',
  'POST /admin/articles/{id}/publish': 'moderator',
  'POST /admin/articles/{id}/unpublish': 'moderator',
  'DELETE /admin/articles/{id}': 'admin',
  'GET /admin/users': 'moderator',
  'GET /admin/users/{id}': 'moderator',
  'POST /admin/users/{id}/activate': 'moderator',
  'POST /admin/users/{id}/deactivate': 'moderator',
  'POST /admin/users/{id}/soft_ban': 'moderator',
  'POST /admin/users/{id}/remove_soft_ban': 'moderator',
  'PUT /admin/users/{id}/scopes': 'admin',
  'DELETE /admin/users/{id}': 'admin',
  'GET /admin/leaderboard': 'moderator',
  'GET /admin/leaderboard/{id}/entries': 'moderator',
  'PUT /admin/leaderboard/{id}/exclude': 'admin',
  'PUT /admin/leaderboard/{id}/include': 'admin',
  'PUT /admin/leaderboard/{id}/suspend': 'admin',
  'PUT /admin/leaderboard/{id}/lift_suspension': 'admin',
  'PUT /admin/leaderboard/{id}/correct': 'admin',
  'GET /admin/operations': 'admin',
  'GET /admin/operations/dead_letters': 'admin',
  'POST /admin/operations/dead_letters/retry': 'admin',
  'POST /admin/operations/dead_letters/{id}/retry': 'admin',
  'GET /admin/security_log': 'admin',
}

type DeliveryResult = 'admitted' | `${401 | 403} ${string}`
const refused = '403 forbidden'

/** What each kind of person hears from a call of each level. */
const verdicts: Record<string, Record<(typeof table)[string], DeliveryResult>> = {
  nobody: {
    visitor: 'admitted',
    member: '401 unauthenticated',
    contributor: '401 unauthenticated',
    moderator: '401 unauthenticated',
    admin: '401 unauthenticated',
  },
  member: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: refused,
    admin: refused,
  },
  unverified: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: refused,
    admin: refused,
  },
  streamer: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: refused,
    admin: refused,
  },
  softBanned: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: '403 account_restricted',
    moderator: refused,
    admin: refused,
  },
  inactive: {
    visitor: 'admitted',
    member: '401 account_inactive',
    contributor: '401 account_inactive',
    moderator: '401 account_inactive',
    admin: '401 account_inactive',
  },
  moderator: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: 'admitted',
    admin: refused,
  },
  admin: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: 'admitted',
    admin: 'admitted',
  },
}
const guardCodes = /unauthenticated|session_ended|account_inactive|account_restricted|forbidden/

let worker: TestWorker
let operations: Operation[]
let people: Record<string, Pick<Member, 'token'> | undefined>

beforeAll(async () => {
  worker = await startTestWorker()
  operations = await listOperations(worker)
  people = {
    nobody: undefined,
    member: await createMember(worker),
    unverified: await createMember(worker, { isVerified: false }),
    streamer: await createStreamerMember(),
    softBanned: await createMember(worker, { isSoftBanned: true }),
    inactive: await createMember(worker, { role: 'admin', isActive: false }),
    moderator: await createMember(worker, { role: 'moderator' }),
    admin: await createMember(worker, { role: 'admin' }),
  }
})
afterAll(() => worker.close())

/** Only a new token carries the scope of the new profile. */
async function createStreamerMember(): Promise<Member> {
  const person = await createMember(worker, { isVerified: false, hasPassword: true })
  const body = { display_name: person.username }
  const { status } = await worker.call('POST', 'users/me/streamer', { token: person.token, body })
  if (status !== 201) throw new Error(`the streamer profile answered ${status}`)
  return { ...person, token: await logIn(worker, person.username) }
}

type Shape = { id: string; body?: string }

/** Wrong in every way after the guard, so that only the guard can answer 401 or 403. */
const shapes: Record<string, Shape> = {
  'an unknown id and no body': { id: '999999' },
  'an unknown id and an empty body': { id: '999999', body: '{}' },
  'an unknown id and a body of wrong types': { id: '999999', body: '{"name":7,"hyped":"yes"}' },
  'an impossible id and broken JSON': { id: 'abc', body: '{' },
}

async function verdictFor(operation: Operation, person: (typeof people)[string], shape: Shape) {
  const response = await worker.fetch(`/api/v1/${pathWith(operation, shape.id)}`, {
    method: operation.method,
    headers: {
      // Logging out is open to all and would end the session that the rest of the walk needs.
      ...(person && operation.name !== 'POST /auth/logout'
        ? { Authorization: `Bearer ${person.token}` }
        : {}),
      ...(shape.body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: operation.method === 'GET' ? undefined : shape.body,
  })
  const text = await response.text()
  const code = response.ok ? '' : (JSON.parse(text) as ErrorEnvelope).code
  return guardCodes.test(code) ? `${response.status} ${code}` : 'admitted'
}

describe('access', () => {
  test('the table names every call of the API with its level, and no other', () => {
    const described = Object.fromEntries(operations.map(({ name, access }) => [name, access]))
    expect(described).toEqual(table)
  })

  test('the site knows which calls are not to be made without a session', () => {
    const isPersonal = (one: Operation) => needsSession(one.method, pathWith(one, '7'))
    const personal = operations.filter(({ access }) => access !== 'visitor')
    expect(operations.filter(isPersonal).map(({ name }) => name)).toEqual(
      personal.map(({ name }) => name),
    )
  })

  // Everybody once; that a guard comes first shows in those it refuses.
  const refused = ['nobody', 'member', 'softBanned']
  const walks = Object.keys(shapes).flatMap((shape, index) =>
    (index === 0 ? Object.keys(verdicts) : refused).map((who) => ({ shape, who })),
  )

  test.each(walks)(
    'with $shape every call gives $who the answer of its level',
    async (listAllIds) => {
      const { shape, who } = listAllIds
      const found: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const operation of operations) {
        const level = table[operation.name] ?? 'admin'
        expected[operation.name] = verdicts[who]?.[level] ?? ''
        found[operation.name] = await verdictFor(operation, people[who], shapes[shape]!)
      }
      expect(found).toEqual(expected)
    },
  )
})

describe('a streamer', () => {
  test('does with the own profile, channels and events what a contributor may, and no more', async () => {
    const { token } = await createStreamerMember()
    const call = <Body = ErrorEnvelope>(method: string, path: string, body?: unknown) =>
      worker.call<Body>(method, path, { token, body })
    expect(scopesOfToken(token)).toEqual(['user', 'streamer'])
    const named = await call('PATCH', 'users/me/streamer', { display_name: 'On Stage' })
    expect(named.status).toBe(200)
    const channel = { platform: 'youtube', name: 'on-stage' }
    const added = await call<MyStreamerView>('POST', 'users/me/streaming_accounts', channel)
    expect(added.body.items).toMatchObject([{ name: 'on-stage', is_verified: false }])

    const event = await proposeEvent(worker, token, Date.now() + 3 * day, {
      changes: { platform: 'youtube', streaming_account_name: 'on-stage' },
    })
    const approved = await call('POST', `admin/proposals/${event.id}/approve`, {})
    expect([approved.status, approved.body.code]).toEqual([403, 'forbidden'])
    const own = await call<ProposalView>('GET', `users/me/events/${event.id}`)
    expect([own.status, own.body.status]).toEqual([200, 'pending'])

    const [account] = added.body.items
    const removed = await call<MyStreamerView>(
      'DELETE',
      `users/me/streaming_accounts/${account?.id}`,
    )
    expect([removed.status, removed.body.items]).toEqual([200, []])
  })
})

describe('an access token that is still valid', () => {
  async function settings(token: string) {
    const { status, body } = await worker.call('GET', 'users/me/settings', { token })
    return `${status} ${body.code ?? ''}`.trim()
  }

  test('stops at once when the member is deactivated', async () => {
    const { token, userId } = await createMember(worker)
    expect(await settings(token)).toBe('200')
    await query(worker, 'update users set is_active = 0 where id = ?', userId)
    expect(await settings(token)).toBe('401 account_inactive')
  })

  test('stops at once when the member is deleted', async () => {
    const { token, userId } = await createMember(worker)
    await query(worker, 'delete from users where id = ?', userId)
    expect(await settings(token)).toBe('401 session_ended')
  })

  test('stops at once when its session expired or was revoked', async () => {
    const { token, sessionId } = await createMember(worker)
    await query(worker, 'update sessions set expires_at = 1 where id = ?', sessionId)
    expect(await settings(token)).toBe('401 session_ended')
  })

  test('stops at once at logout', async () => {
    const person = await createMember(worker, { isVerified: false, hasPassword: true })
    const login = await worker.call<{ access_token: string; refresh_token: string }>(
      'POST',
      'auth/login',
      { body: new URLSearchParams({ username: person.username, password }) },
    )
    const { access_token, refresh_token } = login.body
    expect(await settings(access_token)).toBe('200')
    await worker.call('POST', `auth/logout?refresh_token=${refresh_token}`)
    expect(await settings(access_token)).toBe('401 session_ended')
    expect(await settings(person.token)).toBe('200')
  })

  test('proposes and hypes no more once the member is soft-banned, but still reads', async () => {
    const { token, userId } = await createMember(worker)
    const startAt = Date.now() + day
    const { id } = await createEvent(worker, { startAt, endAt: startAt + day })
    await query(worker, 'update users set is_soft_banned = 1 where id = ?', userId)
    expect(await settings(token)).toBe('200')
    for (const [method, path] of [
      ['POST', 'events'],
      ['PUT', 'events/1'],
      ['PUT', `events/${id}/toggle_hype`],
    ] as const) {
      const answer = await worker.call(method, path, { token, body: {} })
      expect([answer.status, answer.body.code]).toEqual([403, 'account_restricted'])
    }
  })

  test('moderates no more once its moderator is demoted', async () => {
    const { token, userId } = await createMember(worker, { role: 'moderator' })
    const proposals = () => worker.call('GET', 'admin/proposals', { token })
    expect((await proposals()).status).toBe(200)
    await query(worker, `update users set role = 'member' where id = ?`, userId)
    expect((await proposals()).body.code).toBe('forbidden')
    expect(await settings(token)).toBe('200')
  })

  test('says nothing by its scopes that the database does not confirm', async () => {
    const member = await createMember(worker)
    const token = await tokenOf(worker, { ...member, role: 'admin' }, Date.now())
    const answer = await worker.call('GET', 'admin/proposals', { token })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })
})
