import { describe, expect } from 'vitest'
import type {
  NotificationSettingsView,
  PreferenceSwitchView,
} from '#worker/features/notifications/contract.ts'
import { insertFollows, insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, createMember, tokenFor } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { proposeEvent, publishEvent } from '#tests/support/factories/people.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

async function settingsOf({ token }: Member): Promise<NotificationSettingsView> {
  return worker.get<NotificationSettingsView>('users/me/notification_settings', { token })
}

function turn({ token }: Pick<Member, 'token'>, path: string, body: unknown) {
  return worker.call<PreferenceSwitchView & { code: string; details: unknown }>(
    'PUT',
    `users/me/notification_settings/${path}`,
    { token, body },
  )
}

function isOn(settings: NotificationSettingsView, kind: string, channel: string) {
  return settings.kinds
    .find((one) => one.kind === kind)
    ?.channels.find((one) => one.channel === channel)?.is_enabled
}

describe('the notification settings', () => {
  test('start with every kind on where it is of use, and nothing followed', async () => {
    const settings = await settingsOf(await createMember(worker))
    const on = Object.fromEntries(
      settings.kinds.map(({ kind, channels }) => [
        kind,
        channels.filter(({ is_enabled }) => is_enabled).map(({ channel }) => channel),
      ]),
    )
    expect(on).toEqual({
      reminder: ['email', 'discord', 'in_app', 'push'],
      event_changed: ['email', 'discord', 'in_app', 'push'],
      event_cancelled: ['email', 'discord', 'in_app', 'push'],
      new_event_followed: ['email', 'in_app'],
      proposal_decision: ['email', 'discord', 'in_app', 'push'],
      participant_named: ['email', 'discord', 'in_app', 'push'],
      entries_missing: ['email', 'in_app'],
      device_lost: ['email', 'in_app'],
      level_up: ['in_app'],
      achievement: [],
      gamification_decision: ['in_app'],
    })
    expect([settings.streamers, settings.games]).toEqual([[], []])
  })

  test('say which channels reach the member', async () => {
    const usable = async (member: Member) =>
      Object.fromEntries(
        (await settingsOf(member)).channels.map(({ channel, is_usable }) => [channel, is_usable]),
      )
    const unverified = await createMember(worker, { isVerified: false })
    const none = { email: false, discord: false, in_app: true, push: false }
    expect(await usable(unverified)).toEqual(none)
    const member = await createMember(worker)
    const set = (sql: string) =>
      query(worker, `update users set ${sql} where id = ?`, member.userId)
    expect(await usable(member)).toEqual({ ...none, email: true })
    await set(`discord_webhook = 'sealed'`)
    expect((await usable(member))['discord']).toBe(true)
    await set('discord_disabled_at = 1')
    expect((await usable(member))['discord']).toBe(false)
  })

  test('list who and what is followed, by name, with a switch each', async ({ member }) => {
    const [zoe, abe] = [await insertStreamer(worker, 'Zoe'), await insertStreamer(worker, 'Abe')]
    const game = await insertGame(worker, 'settings-game')
    await insertFollows(worker, 'streamer', zoe, [member])
    await insertFollows(worker, 'streamer', abe, [member])
    await insertFollows(worker, 'game', game, [member])
    const { streamers, games } = await settingsOf(member)
    expect(streamers).toMatchObject([
      { id: abe, display_name: 'Abe', is_enabled: true },
      { id: zoe, display_name: 'Zoe', is_enabled: true },
    ])
    expect(streamers[0]?.avatar_path).toMatch(/^drawn\/\d+\/avatars\//)
    expect(games).toMatchObject([{ id: game, slug: 'settings-game', is_enabled: true }])
  })

  test('are read in one trip to the database', async ({ member }) => {
    const before = worker.trips()
    await settingsOf(member)
    expect(worker.trips() - before).toBe(1)
  })
})

describe('the switch of a kind and channel', () => {
  test('turns off and on again, alone, for this member alone', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    const before = await settingsOf(member)
    const off = await turn(member, 'channels/reminder/email', { is_enabled: false })
    expect([off.status, off.body]).toEqual([200, { is_enabled: false }])
    const after = await settingsOf(member)
    expect(isOn(after, 'reminder', 'email')).toBe(false)
    expect(isOn(after, 'reminder', 'in_app')).toBe(true)
    expect(await settingsOf(other)).toEqual(before)
    const rows = await worker.sql`select kind, channel, is_enabled from notification_channels
      where user_id = ${member.userId}`
    expect(rows).toEqual([{ kind: 'reminder', channel: 'email', is_enabled: 0 }])
    await turn(member, 'channels/reminder/email', { is_enabled: true })
    expect(await settingsOf(member)).toEqual(before)
  })

  test('keeps what is off from being sent', async ({ member: author }) => {
    await turn(author, 'channels/proposal_decision/email', { is_enabled: false })
    const proposal = await proposeEvent(worker, author.token, Date.now() + 3 * day)
    const token = await tokenFor(worker, 'admin')
    await worker.call('POST', `admin/proposals/${proposal.id}/approve`, {
      token,
      body: { delay_seconds: 0 },
    })
    const notified = await worker.sql`select channel from deliveries
      where user_id = ${author.userId} and kind = 'proposal_decision'`
    expect(notified).toEqual([{ channel: 'in_app' }])
  })

  test('keeps a hyped event from reminding where it is off', async ({ member: fan }) => {
    const now = Date.now()
    const event = await publishEvent(worker, now + 30 * hour, { now })
    await worker.call('PUT', `events/${event.id}/toggle_hype`, { token: fan.token, now })
    await turn(fan, 'channels/reminder/email', { is_enabled: false })
    await worker.tick(now + 7 * hour)
    await waitFor(async () => {
      const rows = await worker.sql`select 1 from deliveries where user_id = ${fan.userId}
        and channel = 'in_app'`
      return rows.length > 0
    }, 'the reminder in the bell')
    await worker.drainQueue(now + 7 * hour)
    expect(await worker.mails(fan.email)).toEqual([])
  })

  test.each(['channels/reminder/sms', 'channels/nothing/email'])(
    '%s does not exist',
    async (path) => {
      const member = await createMember(worker)
      const { status, body } = await turn(member, path, { is_enabled: true })
      expect([status, body.code]).toEqual([404, 'route_not_found'])
    },
  )

  test.each([{}, { is_enabled: 'yes' }, { is_enabled: null }])('is not %j', async (wrong) => {
    const member = await createMember(worker)
    const { status, body } = await turn(member, 'channels/reminder/email', wrong)
    expect(status).toBe(422)
    expect(body.details).toMatchObject([{ path: 'is_enabled' }])
    expect(isOn(await settingsOf(member), 'reminder', 'email')).toBe(true)
  })

  test('is for members alone, soft-banned ones too', async () => {
    expect((await turn({ token: '' }, 'channels/reminder/email', {})).status).toBe(401)
    const banned = await createMember(worker, { isSoftBanned: true })
    const { status } = await turn(banned, 'channels/reminder/email', { is_enabled: false })
    expect(status).toBe(200)
  })
})

describe.each([
  { kind: 'streamer', path: 'streamers', place: insertStreamer },
  { kind: 'game', path: 'games', place: insertGame },
] as const)('the switch of a followed $kind', ({ kind, path, place }) => {
  const switches = (settings: NotificationSettingsView) =>
    settings[path].map(({ id, is_enabled }) => ({ id, is_enabled }))

  test('turns off and on again, for this member alone', async () => {
    const [member, other] = [await createMember(worker), await createMember(worker)]
    const id = await place(worker, `switched ${kind}`)
    await insertFollows(worker, kind, id, [member, other])
    const off = await turn(member, `${path}/${id}`, { is_enabled: false })
    expect([off.status, off.body]).toEqual([200, { is_enabled: false }])
    expect(switches(await settingsOf(member))).toEqual([{ id, is_enabled: false }])
    expect(switches(await settingsOf(other))).toEqual([{ id, is_enabled: true }])
    await turn(member, `${path}/${id}`, { is_enabled: true })
    expect(switches(await settingsOf(member))).toEqual([{ id, is_enabled: true }])
  })

  test('is there for what is followed only', async ({ member }) => {
    const id = await place(worker, `unfollowed ${kind}`)
    for (const target of [id, 999_999]) {
      const { status, body } = await turn(member, `${path}/${target}`, { is_enabled: true })
      expect([status, body.code]).toEqual([404, 'not_followed'])
    }
    expect(switches(await settingsOf(member))).toEqual([])
  })

  test('is closed to the soft-banned', async () => {
    const banned = await createMember(worker, { isSoftBanned: true })
    const id = await place(worker, `banned ${kind}`)
    await insertFollows(worker, kind, id, [banned])
    const { status, body } = await turn(banned, `${path}/${id}`, { is_enabled: false })
    expect([status, body.code]).toEqual([403, 'account_restricted'])
    expect(switches(await settingsOf(banned))).toEqual([{ id, is_enabled: true }])
  })
})
