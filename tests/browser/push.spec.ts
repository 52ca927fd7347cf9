import { expect, type BrowserContext, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import type { DeliveryId } from '#worker/contracts/ids.ts'
import { createReceiptToken } from '#worker/features/notifications/push/receipts.ts'
import { query } from '#tests/support/factories/rows.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'
import { newDevice } from '#tests/support/fakes/fake-push-service.ts'
import { openVisitor } from '#tests/support/drivers/visitors.ts'

test.use({ serviceWorkers: 'allow' })

const site = useSite({ demo: true })

/** No push service can be reached from a test: the browser's own subscription is stood in for. */
async function standInForPushService(page: Page, permission: NotificationPermission) {
  const { subscription } = newDevice()
  const ownKey = site.environment.vars['VAPID_PUBLIC_KEY'] ?? ''
  await page.addInitScript(
    ([said, first, ownKey]) => {
      let answer = first
      Object.defineProperty(Notification, 'permission', { get: () => answer })
      Notification.requestPermission = () => Promise.resolve((answer = 'granted'))
      const kept = 'stand-in subscription'
      const made = {
        ...said,
        options: { applicationServerKey: null },
        toJSON: () => said,
        unsubscribe: () => Promise.resolve(localStorage.removeItem(kept)),
      } as unknown as PushSubscription
      PushManager.prototype.getSubscription = () =>
        Promise.resolve(localStorage.getItem(kept) ? made : null)
      PushManager.prototype.subscribe = (options) => {
        if (!options?.userVisibleOnly || options.applicationServerKey !== ownKey) {
          return Promise.reject(new Error('not the key of this server'))
        }
        localStorage.setItem(kept, 'yes')
        return Promise.resolve(made)
      }
    },
    [subscription, permission, ownKey] as const,
  )
  return subscription
}

function devicesOf(username: string) {
  return query<{ endpoint: string }>(
    site,
    `select endpoint from push_subscriptions
      where user_id = (select id from users where username = ?)`,
    username,
  )
}

/** Has the service worker hear an event that only a browser sends, and do all that it does then. */
async function tellWorker(context: BrowserContext, name: string, facts: object): Promise<string[]> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('no service worker')
  return worker.evaluate(
    async ([name, facts]) => {
      const opened: string[] = []
      // A browser opens a window only after a click of a person.
      Object.assign(Reflect.get(globalThis, 'clients') as object, {
        openWindow: (path: string) => Promise.resolve(opened.push(path)),
      })
      const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
      const [notification] = await registration.getNotifications()
      const event = Object.assign(new Event(name), facts, {
        notification,
        waitUntil: (work: Promise<unknown>) => void (done = work),
      })
      let done: Promise<unknown> = Promise.reject(new Error(`nobody heard ${name}`))
      done.catch(() => undefined)
      dispatchEvent(event)
      await done
      return opened
    },
    [name, facts] as const,
  )
}

/** Hands the worker what the browser would have from its push service, decrypted. */
async function pushToWorker(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first) resolve(first.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: site.url,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
}

async function untilControlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test.describe('without a connection', () => {
  for (const [path, language, title, again] of [
    ['/events', 'en', 'You’re offline', 'Try again'],
    ['/fr/events', 'fr', 'Vous êtes hors ligne', 'Réessayer'],
  ] as const) {
    test(`${path} says so in its language, and opens by itself when it is back`, async ({
      browser,
    }) => {
      const { context, page } = await openVisitor(site, browser)
      await page.goto(path)
      const name = await page.getByRole('heading', { level: 1 }).innerText()
      await untilControlled(page)
      await context.setOffline(true)
      await page.goto(`${path}?q=a`)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      expect(await page.locator('html').getAttribute('lang')).toBe(language)
      await expect(page.getByRole('link', { name: again })).toBeVisible()
      expect(await axeFaults(page)).toEqual([])
      await context.setOffline(false)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      expect(new URL(page.url()).search).toBe('?q=a')
    })
  }
})

const text = { title: 'In an hour', body: 'At 21:00', tag: 'a', lang: 'fr' }
for (const [form, messageOf] of [
  [
    'the declarative form',
    (origin: string) => ({
      web_push: 8030,
      app_badge: 2,
      notification: {
        ...text,
        navigate: `${origin}/fr/events/a`,
        image: `${origin}/icons/icon-512.png`,
        actions: [{ action: '0', title: 'Watch', navigate: 'https://www.twitch.tv/luna' }],
      },
    }),
  ],
  [
    'the form of an earlier build',
    () => ({
      ...text,
      path: '/fr/events/a',
      image: '/icons/icon-512.png',
      actions: [{ label: 'Watch', url: 'https://www.twitch.tv/luna' }],
    }),
  ],
] as const) {
  test(`what is pushed in ${form} is shown, and leads to its page`, async ({ browser }) => {
    const { context, page } = await openVisitor(site, browser)
    await context.grantPermissions(['notifications'])
    await page.goto('/')
    await untilControlled(page)
    await pushToWorker(page, messageOf(site.url))
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready
        const [first] = await registration.getNotifications()
        if (!first) return undefined
        const { title, body, tag, lang, data, image, actions } = first as Notification & {
          image: string
          actions: { action: string; title: string }[]
        }
        return { title, body, tag, lang, data: String(data), image, actions }
      })
    await expect.poll(shown, { timeout: 30_000 }).toMatchObject({
      ...text,
      data: '/fr/events/a',
      image: `${site.url}/icons/icon-512.png`,
      actions: [{ action: 'https://www.twitch.tv/luna', title: 'Watch' }],
    })
    const watching = { action: 'https://www.twitch.tv/luna' }
    expect(await tellWorker(context, 'notificationclick', watching)).toEqual([watching.action])
    await pushToWorker(page, messageOf(site.url))
    await expect.poll(shown, { timeout: 30_000 }).toBeTruthy()
    expect(await tellWorker(context, 'notificationclick', {})).toEqual(['/fr/events/a'])
    await expect.poll(shown).toBeUndefined()
  })
}

test('the service worker reports what it showed', async ({ browser }) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await page.context().grantPermissions(['notifications'])
  await page.goto('/')
  await untilControlled(page)
  const { subscription } = newDevice()
  await tellWorker(page.context(), 'pushsubscriptionchange', { newSubscription: subscription })
  const [delivery] = await query<{ id: DeliveryId }>(
    site,
    `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at, subscription_id)
      select 'shown', user_id, 'push', 'reminder', '{}', 'sent', 1, 1, id from push_subscriptions
      where endpoint = ? returning id`,
    subscription.endpoint,
  )
  const secret = site.environment.vars['JWT_SECRET'] ?? ''
  await pushToWorker(page, {
    ...{ web_push: 8030, receipt: createReceiptToken(secret, delivery!.id) },
    notification: { ...text, navigate: site.url },
  })
  await expect
    .poll(() => query(site, `select 1 from deliveries where key = 'shown' and read_at > 1`))
    .toHaveLength(1)
  await visitProfile(page, '/profile/notifications')
  const reach = section(page, 'Notification settings')
  await expect(reach.getByText(/ · last shown /)).toBeVisible()
  const reports = reach.getByRole('switch', { name: /^Tell us when a device shows/ })
  await reports.click()
  await expect
    .poll(() => query(site, `select 1 from deliveries where key = 'shown' and read_at > 1`))
    .toHaveLength(0)
  await expect(reports).not.toBeChecked()
  expect(await axeFaults(page)).toEqual([])
  expect(await devicesOf(username)).toHaveLength(1)
})

test('a subscription that the push service replaced is made known', async ({ browser }) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await page.goto('/')
  await untilControlled(page)
  const { subscription } = newDevice()
  await tellWorker(page.context(), 'pushsubscriptionchange', { newSubscription: subscription })
  expect(await devicesOf(username)).toEqual([{ endpoint: subscription.endpoint }])
})

test.describe('the profile', () => {
  test('switches pushes to this device on and off, and lists the devices', async ({ browser }) => {
    const { page, username } = await openMemberWithConsent(site, browser)
    const subscription = await standInForPushService(page, 'default')
    await visitProfile(page, '/profile/notifications')
    const reach = section(page, 'Notification settings')
    const reminders = reach.getByRole('switch', {
      name: 'Reminders for events you’ve hyped: Your devices',
    })
    await expect(reach.getByText('No devices yet.')).toBeVisible()
    const own = reach.getByRole('switch', { name: /^Notifications on this device/ })
    await expect(own).not.toBeChecked()
    await own.click()
    await expectToast(page, 'Notifications are on for this device')
    expect(await devicesOf(username)).toEqual([{ endpoint: subscription.endpoint }])
    await expect(reach.getByText('No devices yet.')).toHaveCount(0)
    await expect(reminders).toBeChecked()
    await expect(reach.getByText(/^Chrome on Linux/)).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await visitProfile(page, '/profile/notifications')
    await expect(own).toBeChecked()
    await own.click()
    await expectToast(page, 'Notifications are off on this device')
    expect(await devicesOf(username)).toEqual([])
    await expect(reminders).toHaveCount(0)
    await own.click()
    await reach.getByRole('button', { name: 'Remove: Chrome on Linux' }).click()
    await expectToast(page, 'Notifications are off on that device')
    await expect(own).not.toBeChecked()
  })

  test('a logout ends the browser’s own subscription too', async ({ browser }) => {
    const { page, username } = await openMemberWithConsent(site, browser)
    await standInForPushService(page, 'granted')
    await visitProfile(page, '/profile/notifications')
    const own = section(page, 'Notification settings').getByRole('switch', {
      name: /^Notifications on this device/,
    })
    await own.click()
    await expectToast(page, 'Notifications are on for this device')
    // The session that it was asked for in ran out, and nobody said so.
    await query(site, 'update push_subscriptions set session_id = null, last_used_at = 0')
    const seen = page.waitForResponse(/push_subscriptions$/)
    await page.goto('/events')
    expect((await seen).status()).toBe(200)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect(await devicesOf(username)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('stand-in subscription'))).toBeNull()
  })

  test('says what stands in the way', async ({ browser }) => {
    const { page } = await openMemberWithConsent(site, browser)
    await standInForPushService(page, 'denied')
    await visitProfile(page, '/profile/notifications')
    const reach = section(page, 'Notification settings')
    await expect(reach.getByText('Your browser blocks notifications')).toBeVisible()
    await expect(
      reach.getByRole('switch', { name: /^Notifications on this device/ }),
    ).toBeDisabled()
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'PushManager')
      Object.defineProperty(navigator, 'userAgent', { get: () => 'iPhone' })
    })
    await visitProfile(page, '/profile/notifications')
    await expect(reach.getByText('add Hypecal to your Home Screen first')).toBeVisible()
    await expect(reach.getByRole('link', { name: 'How to add it' })).toHaveAttribute(
      'href',
      '/download-ios',
    )
  })
})

test('a visit renews a subscription that the browser dropped, and says where it was ended', async ({
  browser,
}) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await standInForPushService(page, 'granted')
  await visitProfile(page, '/profile/notifications')
  const settings = section(page, 'Notification settings')
  await settings.getByRole('switch', { name: /^Notifications on this device/ }).click()
  await expectToast(page, 'Notifications are on for this device')
  const compared = () => page.waitForResponse(/push_subscriptions$/)
  let answer = compared()
  await page.goto('/events')
  await answer
  await page.evaluate(() => localStorage.removeItem('stand-in subscription'))
  answer = page.waitForResponse(
    (response) => /push_subscriptions$/.test(response.url()) && response.status() === 201,
  )
  await page.goto('/events')
  await answer
  expect(await devicesOf(username)).toHaveLength(1)
  await query(site, 'delete from push_subscriptions')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto('/events')
  const stopped = page.locator('.toast').filter({ hasText: 'no longer gets notifications' })
  await expect(stopped).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await stopped.getByRole('button', { name: 'Turn on' }).click()
  await expectToast(page, 'Notifications are on for this device')
  expect(await devicesOf(username)).toHaveLength(1)
})

async function hypeOne(page: Page): Promise<void> {
  const hypes = page
    .locator('main [data-hype-event][aria-pressed="false"]')
    .filter({ visible: true })
  await expect(hypes.first()).toBeVisible()
  const answered = page.waitForResponse(/toggle_hype$/)
  await hypes.first().click()
  expect((await answered).status()).toBe(200)
}

test('a hype offers it, and asks the browser on a yes alone', async ({ browser }) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await standInForPushService(page, 'default')
  await page.goto('/events')
  await hypeOne(page)
  const offer = page.locator('.toast').filter({ hasText: 'Get reminders on this device too?' })
  await expect(offer).toBeVisible()
  expect(await devicesOf(username)).toEqual([])
  await offer.getByRole('button', { name: 'Turn on' }).click()
  await expectToast(page, 'Notifications are on for this device')
  expect(await devicesOf(username)).toHaveLength(1)
})

test('who did not answer the offer is not made it again', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await standInForPushService(page, 'default')
  await page.goto('/events')
  await hypeOne(page)
  const offer = page.locator('.toast').filter({ hasText: 'Get reminders on this device too?' })
  await expect(offer).toBeVisible()
  await page.reload()
  await hypeOne(page)
  await page.waitForLoadState('networkidle')
  await expect(offer).toHaveCount(0)
  expect(await page.evaluate(() => Notification.permission)).toBe('default')
})
