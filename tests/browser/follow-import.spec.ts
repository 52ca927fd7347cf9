import { expect } from '@playwright/test'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import { openMemberWithConsent, section, visitProfile } from '#tests/support/drivers/profile.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'

const known = 130

let site: TestSite
let twitch: FakeOAuth
test.beforeAll(async () => {
  twitch = await startFakeOAuth('twitch')
  site = await startTestSite({ vars: twitch.vars })
  for (let number = 1; number <= known; number += 1) {
    const id = await insertStreamer(site, `Streamer ${String(number).padStart(3, '0')}`)
    await insertAccount(site, id, `streamer_${number}`)
  }
})
test.afterAll(async () => {
  await site.close()
  await twitch.close()
})

function followOnTwitch(who: string): void {
  const channels = Array.from({ length: 450 }, (_, index) => ({
    id: `9${index + 1}`,
    login: `streamer_${index + 1}`,
  }))
  twitch.person = { sub: who, channel: 'ana_at_twitch' }
  twitch.follows.followed.set(who, channels)
}

test('a phone imports what its member follows on Twitch, and nothing without a click', async ({
  browser,
}) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await page.setViewportSize({ width: 390, height: 844 })
  const ofMember = '(select id from users where username = ?)'
  await query(site, 'update users set email_verified_at = 1 where username = ?', username)
  await query(site, `update sessions set created_at = 1 where user_id = ${ofMember}`, username)
  followOnTwitch(username)
  const followed = async () => {
    const sql = `select count(*) as n from streamer_follows where user_id = ${ofMember}`
    return (await query<{ n: number }>(site, sql, username))[0]?.n
  }

  await visitProfile(page, '/profile/following')
  const follows = section(page, 'Following')
  const begin = follows.getByRole('button', { name: 'Import from Twitch' })
  await begin.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Current password').fill(password)

  // A refusal at Twitch connects nothing, and the member is not sent there again unasked.
  twitch.isWilling = false
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You didn’t give permission')).toBeVisible()
  await page.getByRole('link', { name: 'Go back without importing' }).click()
  await expect(follows.getByText('Twitch didn’t let us see who you follow')).toBeVisible()
  const identities = `select 1 from identities where user_id = ${ofMember}`
  expect([await followed(), await query(site, identities, username)]).toEqual([0, []])

  // Then yes: the list is open on the page that they left.
  twitch.isWilling = true
  await begin.click()
  await expect(follows.getByText(`${known} channels you follow are on Hypecal.`)).toBeVisible()
  await expect(follows.getByText('And 320 channels that aren’t on Hypecal.')).toBeVisible()
  await expect(
    follows.getByRole('heading', { name: 'Channels you follow on Twitch' }),
  ).toBeFocused()
  await expect(follows.getByRole('checkbox', { checked: true })).toHaveCount(known)
  expect(page.url()).toBe(`${site.url}/profile/following#follows`)
  expect([await followed(), await axeFaults(page, '#follows')]).toEqual([0, []])
  const { height = 0 } = (await follows.getByRole('listitem').first().boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)

  // One fewer, by keyboard; the second hundred fails once, and is not lost.
  await follows.getByRole('checkbox', { name: 'Streamer 002' }).focus()
  await page.keyboard.press('Space')
  const calls: number[] = []
  await page.route('**/users/me/follows', async (route) => {
    const { streamer_ids } = route.request().postDataJSON() as { streamer_ids: number[] }
    calls.push(streamer_ids.length)
    await (calls.length === 2 ? route.abort() : route.continue())
  })
  await follows.getByRole('button', { name: 'Follow 129 channels' }).click()
  await expect(follows.getByText('Some channels couldn’t be followed')).toBeVisible()
  expect(await followed()).toBe(100)
  await follows.getByRole('button', { name: 'Follow 29 channels' }).click()
  await expect(follows.getByText('You’re following 29 more streamers.')).toBeVisible()
  expect([await followed(), calls]).toEqual([129, [100, 29, 29]])
  await expect(follows.getByRole('switch')).toHaveCount(129)

  // Later, without a way round by Twitch; one more than is followed is left to choose.
  await begin.click()
  await expect(follows.getByRole('button', { name: 'Follow 1 channel' })).toBeEnabled()
  await follows.getByRole('button', { name: 'Cancel' }).click()
  await expect(begin).toBeFocused()
  await page.reload()
  await expect(begin).toBeEnabled()
  await expect(follows.getByRole('checkbox', { name: 'Streamer 002' })).toHaveCount(0)
})
