import { beforeEach, describe, expect } from 'vitest'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { createEvent, insertHypes, type CreatedEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
const test = testWith({ RESPONSE_CACHE: 'off' })

let event: CreatedEvent
let member: Member
beforeEach(async () => {
  event = await createEvent(worker)
  member = await createMember(worker)
})

function choose(isShown: boolean, { token } = member) {
  const body = { is_shown_on_hypes: isShown }
  return worker.call<SettingsView>('PUT', 'users/me/settings', { token, body })
}

function hype(hyped: boolean, { token } = member) {
  return worker.call('PUT', `events/${event.id}/toggle_hype`, { token, body: { hyped } })
}

async function pageText(): Promise<string> {
  return (await worker.fetch(`/events/${event.slug}`)).text()
}

async function facesText(): Promise<string | undefined> {
  return /class="hype-faces".*?<p[^>]*>(.*?)<\/p>/s.exec(await pageText())?.[1]
}

describe('who hyped an event', () => {
  test('is shown by their own choice alone, which is off at first', async () => {
    await hype(true)
    expect(await facesText()).toBeUndefined()
    expect((await choose(true)).body.is_shown_on_hypes).toBe(true)
    expect(await facesText()).toBe(`Hyped by ${member.username}`)
    expect((await choose(false)).body.is_shown_on_hypes).toBe(false)
    expect(await pageText()).not.toContain(member.username)
  })

  test('is shown for what they hype later, and no more once they take it back', async () => {
    await choose(true)
    await hype(true)
    expect(await facesText()).toBe(`Hyped by ${member.username}`)
    await hype(false)
    expect(await pageText()).not.toContain(member.username)
  })

  test('is counted with all others, at most five of them with a picture', async () => {
    const members = await Promise.all(Array.from({ length: 7 }, () => createMember(worker)))
    for (const one of members.slice(1)) await choose(true, one)
    await insertHypes(worker, event.id, members)
    await worker.sql`update hypes set created_at = user_id where event_id = ${event.id}`
    const [, , last2, last1] = members.slice(3)
    expect(await facesText()).toBe(`Hyped by ${last1?.username}, ${last2?.username}, and 5 others`)
    const faces = /class="hype-faces-pictures".*?<\/div>/s.exec(await pageText())?.[0] ?? ''
    expect(faces.match(/class="avatar"/g)).toHaveLength(5)
    expect(faces).toContain(`alt="${members[4]?.username}"`)
    expect(faces).not.toContain(`alt="${last1?.username}"`)
    expect(await pageText()).not.toContain(members[0]?.username)
  })

  test.each(['is_active = 0', 'is_soft_banned = 1', 'is_shown_on_hypes = 0'])(
    'is gone at once with %s, and back without',
    async (change) => {
      await choose(true)
      await hype(true)
      const set = (what: string) =>
        query(worker, `update users set ${what} where id = ?`, member.userId)
      await set(change)
      expect(await facesText()).toBeUndefined()
      await set('is_active = 1, is_soft_banned = 0, is_shown_on_hypes = 1')
      expect(await facesText()).toBe(`Hyped by ${member.username}`)
    },
  )

  test('is gone with a deleted account', async () => {
    await choose(true)
    await hype(true)
    const { token } = await createMember(worker, { role: 'admin' })
    const deleted = await worker.call('DELETE', `admin/users/${member.userId}`, {
      token,
      body: reasons,
    })
    expect(deleted.status).toBeLessThan(300)
    expect(await pageText()).not.toContain(member.username)
  })

  test('does not show while they are restricted when they hyped', async () => {
    await choose(true)
    await worker.sql`update users set is_soft_banned = 1 where id = ${member.userId}`
    await insertHypes(worker, event.id, [member])
    expect(await facesText()).toBeUndefined()
  })
})
