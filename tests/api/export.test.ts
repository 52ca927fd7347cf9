import { describe, expect } from 'vitest'
import type { DataExportView } from '#worker/features/accounts/profile/contract.ts'
import {
  personColumns,
  insertFullMember,
  type FullMember,
} from '#tests/support/factories/full-member.ts'
import { hashPassword } from '#worker/auth/crypto.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { pictureForm, png } from '#tests/support/factories/pictures.ts'
import type { Answer } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let member: FullMember
let answer: Answer<DataExportView>
const joinedAt = Date.now()

test.beforeAll(async () => {
  member = await insertFullMember(worker, joinedAt)
  answer = await worker.call<DataExportView>('GET', 'users/me/export', { token: member.token })
})

describe('the export', () => {
  test('is a JSON file, for the person alone', () => {
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Disposition')).toBe(
      `attachment; filename="hypecal-${member.username}-${answer.body.exported_at.slice(0, 10)}.json"`,
    )
    expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store')
  })

  test('is made ten times in an hour at most [ASVS 2.4.1]', async ({ member: { token } }) => {
    const statuses = []
    for (let count = 0; count < 11; count += 1) {
      const { status } = await worker.call('GET', 'users/me/export', { token, now: Date.now() })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  })

  test('holds something of every table that refers to a person', async () => {
    const text = JSON.stringify(answer.body)
    const tables = (await personColumns(worker)).map(({ table }) => table)
    expect(tables.length).toBeGreaterThan(13)
    // Codes hold nothing that people may read but when they were made.
    const marks: Record<string, string> = { recovery_codes: '"recovery_codes":[{' }
    for (const table of tables)
      expect([table, text.includes(marks[table] ?? `mark-${table}`)]).toEqual([table, true])
    expect(text).toContain('mark_streaming_accounts_')
    expect(text).toContain('mark-event_participants rejected')
  })

  test('says in the member’s language what it leaves out, and why', async () => {
    const reasons = {
      en: [/^Passwords, keys/, /network addresses/, /moderators wrote/, /^Reports about you/],
      es: [/^Contraseñas/, /de red/, /moderación/, /^Las denuncias/],
      fr: [/^Les mots de passe/, /adresses IP/, /modérateurs/, /^Les signalements/],
    }
    for (const language of ['en', 'es', 'fr'] as const) {
      const { token } = await createMember(worker, { language })
      const view = await worker.get<DataExportView>('users/me/export', {
        token,
        headers: { 'Accept-Language': language },
      })
      expect(view.left_out).toEqual(reasons[language].map((text) => expect.stringMatching(text)))
    }
    expect(Object.keys(answer.body).slice(0, 2)).toEqual(['exported_at', 'left_out'])
  })

  test('holds no secret and no hash [ASVS 14.2.4]', () => {
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|scrypt|password_hash"|"hash"/)
    expect(answer.body.account).toMatchObject({ has_password: false, has_discord_webhook: true })
  })

  test('says what it says in words: instants, yes and no, lists', () => {
    const { account, identities, marketing_consents, notification_switches } = answer.body
    const { proposed_events } = answer.body
    expect(account).toMatchObject({
      username: member.username,
      email: member.email,
      is_active: true,
      is_marketing: true,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string,
    })
    expect(marketing_consents).toEqual([
      {
        purpose: 'marketing',
        at: '1970-01-01T00:00:00Z',
        is_given: true,
        way: 'switch',
        text: expect.any(String),
      },
    ])
    expect(identities[0]?.['created_at']).toBe(new Date(joinedAt).toISOString())
    expect(notification_switches).toEqual([
      { kind: 'mark-notification_channels', channel: 'email', is_enabled: false },
    ])
    expect(proposed_events.map(({ status }) => status)).toEqual([
      'approved',
      'pending',
      'rejected',
      'disabled',
    ])
    expect(proposed_events[0]?.['participants']).toMatchObject([
      { display_name: 'mark-event_participants approved' },
    ])
  })

  test('names what the person uploaded', async ({ member: uploader }) => {
    const { token } = uploader
    const { body } = await worker.call<{ path: string }>('POST', 'uploads', {
      token,
      body: pictureForm(png()),
    })
    const own = await worker.call<DataExportView>('GET', 'users/me/export', { token })
    expect(own.body.uploads).toEqual([{ path: body.path }])
  })

  test('holds what was asked for before signing in', async ({ member: { token, email } }) => {
    const resume = { return_path: '/events/gala', action: { name: 'hype', subject: '205' } }
    await worker.call('POST', 'auth/reset_password/request', { body: { email, resume } })
    const own = await worker.call<DataExportView>('GET', 'users/me/export', { token })
    expect(own.body.mailed_links).toMatchObject([
      { kind: 'reset_password', return_path: '/events/gala', pending_action: 'hype 205' },
    ])
  })

  test('does not tell whether an address that was asked for is somebody’s', async () => {
    const passwordHash = await hashPassword('a long secret')
    const exported = async (email: string) => {
      const { token, userId } = await createMember(worker)
      await worker.sql`update users set password_hash = ${passwordHash} where id = ${userId}`
      const body = { email, password: 'a long secret' }
      expect((await worker.call('PUT', 'users/me/email', { token, body })).status).toBe(200)
      const own = await worker.call<DataExportView>('GET', 'users/me/export', { token })
      return [own.body.mailed_links, own.body.notifications.map(({ kind }) => kind)]
    }
    const { email } = await createMember(worker)
    expect(await exported(email)).toEqual(await exported('nobody-has-this@example.com'))
  })

  test('holds nothing of anybody else', async ({ member: other }) => {
    const body = await worker.get<DataExportView>('users/me/export', { token: other.token })
    expect(JSON.stringify(body)).not.toMatch(/mark-|mark_/)
    // The other’s own name may begin with this one: they are numbered.
    expect(JSON.stringify(body)).not.toMatch(new RegExp(`${member.username}(?!\\d)`))
  })
})
