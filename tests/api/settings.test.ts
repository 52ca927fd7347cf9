import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { SettingsUpdateView, SettingsView } from '#worker/features/accounts/contract.ts'
import type { AvatarUpdateView } from '#worker/features/accounts/profile/contract.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { signUpMember } from '#tests/support/factories/people.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

async function settingsOf(token: string): Promise<SettingsView> {
  return worker.get<SettingsView>('users/me/settings', { token })
}

function change(token: string, body: unknown) {
  return worker.call<SettingsUpdateView & ErrorEnvelope>('PUT', 'users/me/settings', {
    token,
    body,
  })
}

describe('settings', () => {
  test('keep each act by which a member is shown among hypers or no longer, with the words', async () => {
    const { token, username } = await signUpMember(worker)
    const acts = () =>
      worker.sql`select purpose, is_given, way, text from marketing_consents
        where user_id = (select id from users where username = ${username}) order by id`
    await change(token, { is_shown_on_hypes: false })
    expect(await acts()).toEqual([])
    for (const isShown of [true, true, false]) {
      await change(token, { is_shown_on_hypes: isShown })
    }
    const act = { purpose: 'hype_faces', way: 'switch' }
    expect(await acts()).toMatchObject([
      {
        ...act,
        is_given: 1,
        text: expect.stringMatching(/^Show me on the events I hype\. /) as string,
      },
      { ...act, is_given: 0 },
    ])
  })

  test('that change nothing leave every cached page as it is', async () => {
    const { token, username } = await signUpMember(worker)
    const version = () => worker.sql`select version from content_version`
    const shown = { is_shown_on_hypes: false, is_gamified: true, is_on_leaderboard: true }
    await change(token, shown)
    const before = await version()
    for (const body of [shown, shown, { density: 'compact' }]) {
      expect((await change(token, body)).status).toBe(200)
    }
    const renamed = await worker.call('PATCH', 'users/me', { token, body: { username } })
    expect([renamed.status, await version()]).toEqual([200, before])
    await change(token, { is_shown_on_hypes: true })
    expect(await version()).not.toEqual(before)
  })

  test('start as French, Europe/Paris, day first, with marketing not chosen', async () => {
    const person = await signUpMember(worker)
    expect(await settingsOf(person.token)).toEqual({
      profile: {
        username: person.username,
        email: person.email,
        is_email_verified: false,
        avatar_path: null,
        drawn_avatar_path: expect.stringMatching(/^drawn\/\d+\/avatars\//) as string,
        scopes: ['user'],
      },
      settings: { interface_language: { language_code: 'fr' } },
      interface_language_code: 'fr',
      is_marketing: null,
      timezone_name: 'Europe/Paris',
      date_format_id: 'dmy',
      date_format: '%d/%m/%Y %H:%M',
      hour_cycle: null,
      density: null,
      motion: null,
      muted: null,
      chosen: { language: false, time_zone: false, date_format: false, hour_cycle: false },
      is_browser_format_offered: false,
      email_time_zone: 'Europe/Paris',
      discord: { webhook_hint: null, is_disabled: false },
      is_on_leaderboard: false,
      is_told_of_leaderboard: false,
      is_shown_on_hypes: false,
      is_push_reported: true,
      is_gamified: true,
    })
  })

  test('change what is named and keep the rest', async ({ member: { token } }) => {
    const { body } = await change(token, { timezone_name: 'America/Lima', date_format_id: 'ymd' })
    expect(body).toMatchObject({
      interface_language_code: 'en',
      timezone_name: 'America/Lima',
      date_format_id: 'ymd',
      date_format: '%Y-%m-%d %H:%M',
      is_marketing: null,
    })
    const again = await change(token, { interface_language_code: 'es', date_format_id: 'mdy' })
    expect(again.body).toMatchObject({
      interface_language_code: 'es',
      settings: { interface_language: { language_code: 'es' } },
      timezone_name: 'America/Lima',
      date_format: '%m/%d/%Y %H:%M',
    })
    expect(await settingsOf(token)).toEqual(again.body)
    expect((await change(token, {})).body).toEqual(again.body)
  })

  test('say what was chosen, and null makes it the browser’s again', async () => {
    const { token } = await createMember(worker)
    const chosen = await change(token, {
      timezone_name: 'Asia/Tokyo',
      date_format_id: 'dmy',
      hour_cycle: 'h12',
    })
    expect(chosen.body).toMatchObject({
      timezone_name: 'Asia/Tokyo',
      date_format_id: 'dmy',
      hour_cycle: 'h12',
      chosen: { time_zone: true, date_format: true, hour_cycle: true },
    })
    const unset = { timezone_name: null, date_format_id: null, hour_cycle: null }
    expect((await change(token, unset)).body).toMatchObject({
      timezone_name: 'Europe/Paris',
      date_format_id: 'dmy',
      hour_cycle: null,
      chosen: { time_zone: false, date_format: false, hour_cycle: false },
    })
    expect((await change(token, { hour_cycle: 'h24' })).status).toBe(422)
  })

  test('keep a date format that was sent untouched as not chosen', async () => {
    const { token } = await createMember(worker)
    const untouched = ['date_format_id']
    expect((await change(token, { date_format_id: 'mdy', untouched })).body).toMatchObject({
      date_format_id: 'mdy',
      chosen: { date_format: false },
    })
    await change(token, { date_format_id: 'ymd' })
    expect((await change(token, { date_format_id: 'mdy', untouched })).body).toMatchObject({
      date_format_id: 'ymd',
      chosen: { date_format: true },
    })
    expect((await change(token, { untouched: ['is_marketing'] })).status).toBe(422)
  })

  test.each([{ date_format_id: null }, { is_browser_format_offered: false }])(
    'offer the browser’s format once, until %j',
    async (answer) => {
      const { token, userId } = await createMember(worker)
      await worker.sql`update users set is_date_format_doubtful = 1 where id = ${userId}`
      expect((await settingsOf(token)).is_browser_format_offered).toBe(true)
      expect((await change(token, answer)).body.is_browser_format_offered).toBe(false)
    },
  )

  test('keep the zone last seen from the browser for e-mails until one is chosen', async () => {
    const { token } = await createMember(worker)
    const seen = await change(token, { browser_time_zone: 'America/New_York' })
    expect(seen.body).toMatchObject({
      timezone_name: 'Europe/Paris',
      email_time_zone: 'America/New_York',
      chosen: { time_zone: false },
    })
    await change(token, { timezone_name: 'Asia/Tokyo' })
    const later = await change(token, { browser_time_zone: 'America/New_York' })
    expect(later.body).toMatchObject({ timezone_name: 'Asia/Tokyo', email_time_zone: 'Asia/Tokyo' })
    const unknown = await change(token, { browser_time_zone: 'Mars/Olympus' })
    expect([unknown.status, unknown.body.email_time_zone]).toEqual([200, 'Asia/Tokyo'])
  })

  test('keep the zone that is chosen while a browser tells of another', async () => {
    const { token } = await createMember(worker)
    for (let round = 0; round < 12; round += 1) {
      await change(token, { timezone_name: null, browser_time_zone: 'America/New_York' })
      await Promise.all([
        change(token, { timezone_name: 'Asia/Tokyo' }),
        change(token, { browser_time_zone: 'Europe/Madrid' }),
      ])
      const { timezone_name, email_time_zone } = await settingsOf(token)
      expect([timezone_name, email_time_zone]).toEqual(['Asia/Tokyo', 'Asia/Tokyo'])
    }
  })

  test('keep marketing null until chosen, and null can be chosen again', async () => {
    const { token } = await createMember(worker)
    for (const is_marketing of [true, false, null, true, null]) {
      expect((await change(token, { is_marketing })).body.is_marketing).toBe(is_marketing)
      await change(token, { date_format_id: 'dmy' })
      expect((await settingsOf(token)).is_marketing).toBe(is_marketing)
    }
  })

  test('take an unknown language for English and an unknown date format for day first', async () => {
    const { token } = await createMember(worker, { language: 'fr' })
    await change(token, { date_format_id: 'ymd' })
    for (const unknown of ['de', '', 7, null, {}]) {
      const { status, body } = await change(token, {
        interface_language_code: unknown,
        date_format_id: unknown,
      })
      expect([status, body.interface_language_code, body.date_format_id]).toEqual([
        200,
        'en',
        'dmy',
      ])
    }
  })

  test('refuse a time zone that is none, and change nothing then', async () => {
    const { token } = await createMember(worker)
    const before = await settingsOf(token)
    for (const timezone_name of ['Mars/Olympus', '', '+02:00', 'Europe/Paris\u0000', 7]) {
      const { status, body } = await change(token, { timezone_name, is_marketing: true })
      expect([timezone_name, status]).toEqual([timezone_name, 422])
      expect(body.details).toMatchObject([{ path: 'timezone_name' }])
    }
    expect(await settingsOf(token)).toEqual(before)
  })

  const muted = {
    categories: ['irl', 'music'],
    languages: ['fr'],
    channels: [{ platform: 'twitch', account: 'zerator', name: 'ZeratoR' }],
    long_events: true,
  }

  test('keep display choices, and null makes them the browser’s again', async () => {
    const { token, userId } = await createMember(worker)
    const choices = { density: 'compact', motion: 'reduced', muted }
    expect((await change(token, choices)).body).toMatchObject(choices)
    expect(await settingsOf(token)).toMatchObject(choices)
    const [row] = await worker.sql<{ density: string; motion: string; muted: string }>`select
      density, motion, muted from users where id = ${userId}`
    expect({ ...row, muted: JSON.parse(row?.muted ?? '') as unknown }).toEqual(choices)
    await change(token, { density: 'comfortable' })
    expect(await settingsOf(token)).toMatchObject({ ...choices, density: 'comfortable' })
    const unset = { density: null, motion: null, muted: null }
    expect((await change(token, unset)).body).toMatchObject(unset)
  })

  test('keep channels as their platform writes them, at most 200', async () => {
    const { token } = await createMember(worker)
    const channelsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ platform: 'youtube', account: `@c${index}` }))
    const most = await change(token, { muted: { ...muted, channels: channelsOf(200) } })
    expect(most.body.muted?.channels).toHaveLength(200)
    expect(most.body.muted?.channels[7]).toEqual({ platform: 'youtube', account: 'c7' })
    const tooMany = await change(token, { muted: { ...muted, channels: channelsOf(201) } })
    expect([tooMany.status, tooMany.body.details]).toMatchObject([
      422,
      [{ path: 'muted.channels' }],
    ])
    expect((await settingsOf(token)).muted?.channels).toHaveLength(200)
  })

  test.each([
    ['density', 'huge'],
    ['density', true],
    ['motion', 'none'],
    ['muted', []],
    ['muted', 'irl'],
    ['muted.categories', { ...muted, categories: ['gardening'] }],
    ['muted.categories', { ...muted, categories: 'irl' }],
    ['muted.languages', { ...muted, languages: ['de'] }],
    ['muted.channels', { ...muted, channels: [{ platform: 'mixer', account: 'a' }] }],
    ['muted.channels', { ...muted, channels: [{ platform: 'twitch', account: '' }] }],
    ['muted.long_events', { ...muted, long_events: 'yes' }],
  ])('refuse %s that is none, and change nothing then', async (path, value) => {
    const { token } = await createMember(worker)
    await change(token, { density: 'compact', muted })
    const [name = ''] = path.split('.')
    const { status, body } = await change(token, { [name]: value, is_marketing: true })
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    const named = expect.stringMatching(new RegExp(`^${path}`)) as string
    expect(body.details).toContainEqual(expect.objectContaining({ path: named }))
    expect(await settingsOf(token)).toMatchObject({ density: 'compact', muted, is_marketing: null })
  })

  test('cost a read one trip to the database and a write two', async ({ member: { token } }) => {
    const before = worker.trips()
    await settingsOf(token)
    expect(worker.trips() - before).toBe(1)
    await change(token, { density: 'compact' })
    expect(worker.trips() - before).toBe(3)
  })
})

describe('the Discord webhook', () => {
  const secret = `${'s'.repeat(60)}_tail`
  const path = `/api/webhooks/123456789012345678/${secret}`
  const set = (token: string, url: unknown) =>
    worker.call<SettingsUpdateView & ErrorEnvelope>('PUT', 'users/me/discord_webhook', {
      token,
      body: { url },
    })

  test.each(['https://discord.com', 'https://discordapp.com'])(
    'at %s is taken, stored encrypted and shown by its end only',
    async (host) => {
      const { token, userId } = await createMember(worker)
      const answer = await set(token, host + path)
      expect(answer.body.discord).toEqual({ webhook_hint: 'tail', is_disabled: false })
      expect(JSON.stringify([answer.body, await settingsOf(token)])).not.toContain('ssss')
      const [row] = await worker.sql<{ discord_webhook: string }>`select discord_webhook from users
        where id = ${userId}`
      expect(row?.discord_webhook).toMatch(/^[\w-]+(?:\.[\w-]+){3}$/)
      expect(row?.discord_webhook).not.toContain('ssss')
    },
  )

  test.each([
    `http://discord.com${path}`,
    `https://discord.com.evil.example${path}`,
    `https://evil.example${path}`,
    `https://discord.com@evil.example${path}`,
    `https://discord.com:8443${path}`,
    `https://ptb.discord.com${path}`,
    `https://discord.com${path}/../../../internal`,
    `https://discord.com${path}?wait=true`,
    `https://discord.com/api/webhooks/../users/@me`,
    `https://discord.com\\@evil.example${path}`,
    'discord.com',
    '',
    7,
  ])('refuses %s', async (url) => {
    const { token } = await createMember(worker)
    const { status, body } = await set(token, url)
    expect([status, body.code]).toEqual([422, 'validation_failed'])
    expect((await settingsOf(token)).discord.webhook_hint).toBeNull()
  })

  test('is tried on request at the configured origin, and a refusal is told [ASVS 1.3.6]', async () => {
    const { token } = await createMember(worker)
    const run = () => worker.call('POST', 'users/me/discord_webhook/test', { token })
    expect((await run()).body.code).toBe('no_discord_webhook')
    await set(token, `https://discord.com${path}`)
    expect((await run()).status).toBe(200)
    expect(worker.discord.posts.at(-1)).toMatchObject({
      path: `${path}?wait=true`,
      body: { allowed_mentions: { parse: [] } },
    })
    worker.discord.answers.push({ status: 404 })
    const refused = await run()
    expect([refused.status, refused.body.code]).toEqual([409, 'discord_test_failed'])
  })

  test('is removed on request', async ({ member: { token } }) => {
    await set(token, `https://discord.com${path}`)
    const answer = await worker.call<SettingsView>('DELETE', 'users/me/discord_webhook', { token })
    expect(answer.body.discord).toEqual({ webhook_hint: null, is_disabled: false })
  })
})

describe('a profile that is complete', () => {
  function setPicture(token: string) {
    const body = pictureForm(png())
    return worker.call<AvatarUpdateView>('PUT', 'users/me/avatar', { token, body })
  }

  function earned(userId: number) {
    return worker.sql`select subject, points from xp_entries where user_id = ${userId}
      and action = 'profile_completed'`
  }
  const once = [{ subject: 'profile', points: 20 }]
  const parts = {
    picture: setPicture,
    language: (token: string) => change(token, { interface_language_code: 'en' }),
    zone: (token: string) => change(token, { timezone_name: 'America/Lima' }),
  }
  type Part = keyof typeof parts

  test.each<[Part, Part, Part]>([
    ['language', 'zone', 'picture'],
    ['picture', 'zone', 'language'],
    ['picture', 'language', 'zone'],
  ])('earns 20 XP after %s and %s with %s, once', async (first, second, last) => {
    const { token, userId } = await createMember(worker, { isVerified: false })
    for (const part of [first, second]) expect((await parts[part](token)).status).toBe(200)
    expect(await earned(userId)).toEqual([])
    const { status, body } = await parts[last](token)
    expect(status).toBe(200)
    expect(body.gamification_info?.gamification).toMatchObject({
      success: true,
      xp_earned: 20,
      current_xp: 20,
      level_up: false,
    })
    expect(await earned(userId)).toEqual(once)
    await worker.call('DELETE', 'users/me/avatar', { token })
    for (const part of [last, first, second]) {
      expect((await parts[part](token)).body).not.toHaveProperty('gamification_info')
    }
    expect(await earned(userId)).toEqual(once)
    const stats = await worker.call('GET', 'achievements/me/stats', { token })
    expect(stats.body).toMatchObject({ level_info: { current_xp: 20, total_xp: 20 } })
  })

  test('takes a time zone that was chosen, not one that the browser reported', async () => {
    const { token, userId } = await createMember(worker)
    await parts.picture(token)
    await parts.language(token)
    await change(token, { browser_time_zone: 'America/Lima', is_marketing: true })
    await change(token, { timezone_name: null, date_format_id: 'ymd' })
    expect(await earned(userId)).toEqual([])
  })

  test('takes a language that was chosen, be it the one of before', async () => {
    const { token } = await createMember(worker)
    expect((await change(token, { date_format_id: 'ymd' })).body.chosen.language).toBe(false)
    expect((await parts.language(token)).body.chosen.language).toBe(true)
    expect((await change(token, { date_format_id: 'dmy' })).body.chosen.language).toBe(true)
  })
})
