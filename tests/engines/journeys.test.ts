import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { firefox } from '#tests/support/engines/firefox.ts'
import { personAt, type Person } from '#tests/support/engines/person.ts'
import { webkit } from '#tests/support/engines/webkit.ts'
import { createMember, password, type Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite({ demo: true })
})
afterAll(() => site.close())

function inDays(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

async function logIn(person: Person, username: string, secret: string): Promise<void> {
  await person.open('/login')
  await person.until(`!document.querySelector('astro-island[ssr] form')`, 'the form')
  await person.fill('Username or email', username)
  await person.fill('Password', secret)
  await person.press('button', 'Log in')
  const isBack = `!location.pathname.includes('login') && document.readyState === 'complete'`
  await person.until(isBack, 'the way back from login')
}

async function logOut(person: Person): Promise<void> {
  await person.open('/logout-of-this-test')
  await person.engine.evaluate(`fetch('/api/v1/auth/logout', { method: 'POST' }).then(() => 1)`)
}

const engines = [
  { ...firefox, day: inDays(9) },
  { ...webkit, day: inDays(16) },
]

describe.each(engines)('in $name', { retry: 1 }, ({ name, launch, day }) => {
  let person: Person
  let member: Member
  const arrive = async () => {
    person = personAt(await launch(), site.url)
    await person.open('/')
    // Errors of scripts are then reported to the server.
    await person.press('button', 'Allow')
  }
  beforeAll(async () => {
    member = await createMember(site, { hasPassword: true })
    await arrive()
  })
  // On a busy machine the process of WebKitGTK may crash and take its session along.
  beforeEach(async () => {
    if (await person.engine.evaluate('true').catch(() => false)) return
    await person.engine.close()
    await arrive()
  })
  afterAll(() => person.engine.close())

  test('the public pages are whole', async () => {
    const paths = ['/', '/events', '/events/{event}', '/streamers/{streamer}', '/fr', '/es/events']
    for (const path of await fillPaths(site, paths)) {
      await person.open(path)
      const page = await person.engine.evaluate<Record<string, unknown>>(`({
        headings: document.querySelectorAll('h1').length,
        isWide: document.documentElement.scrollWidth > innerWidth,
        isStyled: getComputedStyle(document.body).fontFamily.includes('Figtree'),
      })`)
      expect(page, path).toEqual({ headings: 1, isWide: false, isStyled: true })
      await person.until(
        `[...document.images].some((one) => one.complete && one.naturalWidth > 0)`,
        `a picture on ${path}`,
      )
    }
  })

  test('the theme is chosen and kept', async () => {
    await person.open('/')
    const colour = `getComputedStyle(document.body).backgroundColor`
    await person.press('button', 'Light')
    const light = await person.engine.evaluate<string>(colour)
    await person.press('button', 'Dark')
    await person.until(`${colour} !== ${JSON.stringify(light)}`, 'the dark theme')
    await person.open('/events')
    expect(await person.engine.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  })

  test('a search finds what was typed', async () => {
    const [found] = await query<{ name: string }>(
      site,
      `select name from events where status = 'approved' and start_at > ? order by hype_count desc`,
      Date.now(),
    )
    await person.open(`/search?q=${encodeURIComponent(found?.name ?? '')}`)
    await person.sees(found?.name ?? '')
  })

  test('a member logs in, hypes, takes it back and follows', async () => {
    await logIn(person, member.username, password)
    const [path = ''] = await fillPaths(site, ['/events/{event}'])
    const hypes = () => query(site, 'select 1 from hypes where user_id = ?', Number(member.userId))
    await person.open(path)
    await person.press('button', 'Hype')
    await waitFor(async () => (await hypes()).length === 1, 'the hype')
    await person.press('button', 'Hyped')
    await waitFor(async () => (await hypes()).length === 0, 'the hype to be taken back')
    const [streamer = ''] = await fillPaths(site, ['/streamers/{streamer}'])
    await person.open(streamer)
    await person.press('button', 'Follow')
    const follows = () =>
      query(site, 'select 1 from streamer_follows where user_id = ?', Number(member.userId))
    await waitFor(async () => (await follows()).length === 1, 'the follow')
  })

  test('the calendar goes a month on and back', async () => {
    await person.open('/calendar?view=month')
    const title = `/[A-Z][a-z]+ 20\\d\\d/.exec(document.querySelector('main').innerText)?.[0]`
    await person.until(`Boolean(${title})`, 'the calendar')
    const first = await person.engine.evaluate<string>(title)
    await person.press('link', 'Next month')
    await person.until(`${title} !== ${JSON.stringify(first)}`, 'the next month')
    await person.press('link', 'Previous month')
    await person.until(`${title} === ${JSON.stringify(first)}`, 'the month before')
  })

  test('a proposal goes through the wizard, and is approved in the panel', async () => {
    const channel = member.username.replaceAll('-', '_')
    const event = `Night of ${channel}`
    await logOut(person)
    await logIn(person, member.username, password)
    await person.open('/')
    await person.press('button', 'Propose an event')
    await person.sees('Step 1 of 4')
    await person.fill('Link to the channel', `https://www.twitch.tv/${channel}`)
    await person.sees(`Found: ${channel} on Twitch.`)
    await person.press('button', 'Next')
    await person.fill('Event name', event)
    await person.fill('Description', 'Twelve hours of music for a good cause.')
    await person.fill('Language of the stream', 'en')
    await person.fill('Category', 'music')
    await person.press('button', 'Next')
    await person.fill('Start date', day)
    await person.fill('Start time', '20:00')
    await person.fill('End date', day)
    await person.fill('End time', '23:00')
    await person.press('button', 'Next')
    await person.fill('Proof', 'https://example.com/announcement')
    await person.press('button', 'Submit proposal')
    const state = async () => {
      const rows = await query<{ status: string; approve_at: number | null }>(
        site,
        'select status, approve_at from events where name = ?',
        event,
      )
      return rows[0]
    }
    await waitFor(async () => (await state())?.status === 'pending', 'the proposal')
    await logOut(person)
    await logIn(person, 'admin', adminPassword)
    await person.open('/admin/panel')
    await person.sees(event)
    await person.press('button', event)
    await person.press('button', 'Approve')
    await waitFor(async () => (await state())?.approve_at, 'the approval')
  })

  // In WebKitGTK the report of an error that the driver causes does not always leave the page.
  test.runIf(name === 'Firefox')('no script failed in all of that', async () => {
    const reports = () => query<{ message: string }>(site, 'select message from client_errors')
    await person.open('/events')
    // Thrown by the driver's own script, an error would count as another site's.
    const thrown = `on purpose in ${name}`
    await person.engine.evaluate(
      `dispatchEvent(new ErrorEvent('error', { error: new Error('${thrown}'), message: '${thrown}' }))`,
    )
    const messages = async () => (await reports()).map(({ message }) => message)
    await waitFor(async () => (await messages()).includes(thrown), 'the report of an error')
    expect(await messages()).toEqual([thrown])
    await query(site, 'delete from client_errors')
  })
})
