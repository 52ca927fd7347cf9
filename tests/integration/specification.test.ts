import { globSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'
let member: Member
const test = testWith({ CDN_BASE: 'https://pictures.example/' })

test.beforeAll(async () => {
  member = await createMember(worker)
  const startAt = Date.now() + day
  await createEvent(worker, { name: 'Audited', startAt, endAt: startAt + hour })
})

async function pageOf(path: string): Promise<{ status: number; html: string }> {
  const page = await worker.fetch(path)
  return { status: page.status, html: await page.text() }
}

function sourceOf(pattern: string): string {
  const paths = globSync(pattern, { exclude: ['**/*.test.ts'] })
  return paths.map((path) => readFileSync(path, 'utf8')).join('\n')
}

const checks: Record<string, () => Promise<void>> = {
  'English dates are American on pages and in feeds': async () => {
    expect((await pageOf('/faq')).html).toMatch(/November \d+, 2026/)
    expect((await pageOf('/feeds/events.rss')).html).toContain('<language>en-US</language>')
  },
  'a refused refresh clears all four cookies': async () => {
    const headers = { Cookie: 'refresh_token=bogus' }
    const answer = await worker.call('POST', 'auth/refresh_access_token', { headers })
    const cleared = answer.headers.getSetCookie().filter((line) => /=; Max-Age=0;/.test(line))
    expect([answer.status, cleared.length]).toEqual([401, 4])
  },
  'pictures have the base of the CDN, and a drawn one to stand in for them': async () => {
    const id = await insertStreamer(worker, 'Pictured')
    await worker.sql`update streamers set avatar_path = 'avatars/a.webp' where id = ${id}`
    const { html } = await pageOf(`/streamers/${id}`)
    expect(html).toMatch(
      /<img[^>]+src="https:\/\/pictures.example\/avatars\/a.webp" data-drawn="\/media\/drawn\/\d+\/avatars\//,
    )
  },
  'the events list says that it loads on, and what to do when it cannot': async () => {
    for (let index = 0; index < 25; index += 1) {
      const startAt = Date.now() + day + index * hour
      await createEvent(worker, { startAt, endAt: startAt + hour })
    }
    const { html } = await pageOf('/events')
    expect(html).toMatch(/data-scrolls/)
    expect(html).toContain('Error loading events')
  },
  'a page that finds nothing names what it looked for': async () => {
    for (const [path, name] of [
      ['/events/none', 'Event not found'],
      ['/games/none', 'Game not found'],
      ['/streamers/999999', 'Streamer not found'],
      ['/events/groups/none', 'Event group not found'],
    ] as const) {
      const { status, html } = await pageOf(path)
      expect([path, status, html.includes(name)]).toEqual([path, 404, true])
    }
  },
  'time zones are found by their cities, which no page loads at once': async () => {
    const files = globSync('dist/client/_astro/*cities*.js')
    const code = files.map(sourceOf).join('\n')
    for (const city of ['Marseille', 'Barcelona', 'Seville', 'Lyon', 'Boston', 'Guadalajara']) {
      expect(code).toContain(city)
    }
    const { html } = await pageOf('/')
    for (const file of files) expect(html).not.toContain(file.replace('dist/client', ''))
  },
  'a Twitch channel is typed in without platform keys, and streamers have their names':
    async () => {
      const { token } = member
      await worker.call('POST', 'users/me/streamer', { token, body: { display_name: 'Ann' } })
      const body = { platform: 'twitch', name: 'ann_on_air' }
      const added = await worker.call('POST', 'users/me/streaming_accounts', { token, body })
      expect(added.status).toBe(201)
      await worker.sql`update streaming_accounts set verified_at = 1 where name = 'ann_on_air'`
      const { body: list } = await worker.call('GET', 'streamers?q=Ann')
      expect(JSON.stringify(list)).toMatch(/"streamer_name":"Ann".*"url_name":null/)
      await insertGame(worker, 'Audited Game')
      const { body: games } = await worker.call('GET', 'games')
      expect(JSON.stringify(games)).toMatch(
        /"thumbnail_url":"https:\/\/pictures\.example\/drawn\/\d+\/games\//,
      )
    },
  'the base of the API is a setting of the build': async () => {
    expect(sourceOf('site/lib/api-base.ts')).toContain('PUBLIC_API_BASE')
    expect(sourceOf('site/lib/api.ts')).not.toContain('/api/v1')
  },
  'a spent reset link is named before a password is typed': async () => {
    const { html } = await pageOf('/auth/reset-password/made-up')
    expect(html).toContain('This link is invalid or has expired.')
    expect(html).not.toContain('type="password"')
  },
  'a restricted member takes a follow back': async () => {
    const id = await insertStreamer(worker, 'Left')
    const { token } = await createMember(worker, { isSoftBanned: true })
    const path = `streamers/${id}/toggle_follow`
    const set = (followed: boolean) => worker.call('PUT', path, { token, body: { followed } })
    expect([(await set(true)).status, (await set(false)).status]).toEqual([403, 200])
  },
  'a proposal hears of all its faults at once': async () => {
    const body = { name: 'x', start: '2020-01-01T10:00:00Z', end: '2020-01-01T09:00:00Z' }
    const { status, body: refusal } = await worker.call('POST', 'events', {
      token: member.token,
      body,
    })
    const paths = (refusal.details as { path: string }[]).map(({ path }) => path)
    expect(status).toBe(422)
    expect(paths).toEqual(expect.arrayContaining(['name', 'start', 'end', 'platform']))
  },
  'the product’s own sentences stand as written': async () => {
    const texts = JSON.parse(sourceOf('project.inlang/messages/en.json')) as Record<string, string>
    expect(texts['validation_reset_mismatch']).toBe("Passwords don't match")
    expect((await pageOf('/unauthorized')).html).toMatch(/you don(?:'|&#39;)t have permission/)
  },
  'bindings are typed and codes are made by the owner’s packages': async () => {
    expect(sourceOf('worker/env.ts')).toContain("from '@cloudflare/workers-types'")
    const crypto = sourceOf('worker/auth/crypto.ts')
    expect(crypto).toContain("from '@oslojs/crypto/")
    expect(crypto).toContain("from '@oslojs/encoding'")
  },
  'what changes only with a build is a static file in every form': async () => {
    const files = globSync('dist/client/{,en/,es/,fr/}{faq,unauthorized,privacy-policy}.html')
    expect(files).toHaveLength(12)
  },
  'the calendar is a React island': async () => {
    const { html } = await pageOf('/calendar')
    expect(html).toContain('id="calendar-root"')
    expect(sourceOf('site/features/events/calendar/mount.tsx')).toContain('hydrateRoot')
  },
}

test.each(Object.keys(checks))('%s', async (name) => {
  await checks[name]?.()
})
