import { onboardingDoneKey } from '#site/lib/storage-keys.ts'
import { describe, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/fake-storage.ts'
import { fakeApi } from '#tests/support/fakes/fake-api.ts'
import { createOnboardingCheck } from './onboarding-check.ts'
import type { SignedInSession } from './onboarding-memory.ts'

type Facts = {
  who?: SignedInSession | undefined
  shouldShow?: boolean | Error
  hasSignInAct?: boolean
  done?: string
}

function start({
  who = { account: '7', session: '70' },
  shouldShow = true,
  hasSignInAct = false,
  done,
}: Facts = {}) {
  const browser = createFakeStorage(done === undefined ? {} : { [onboardingDoneKey]: done })
  const get = vi.fn(async () => {
    if (shouldShow instanceof Error) throw shouldShow
    return { should_show: shouldShow }
  })
  const showUntilClosed = vi.fn(async () => undefined)
  const wait = vi.fn(async () => undefined)
  const person = { who: who as SignedInSession | undefined }
  const shared = { api: fakeApi({ get }), browser, wait, showUntilClosed }
  const page = { hasSignInAct }
  const makeCheck = () =>
    createOnboardingCheck({
      ...shared,
      whoIsSignedIn: () => person.who,
      hasSignInAct: () => page.hasSignInAct,
    })
  return { onboarding: makeCheck(), makeCheck, get, showUntilClosed, wait, browser, person, page }
}

describe('the check', () => {
  test('opens the modal half a second after the server says so', async () => {
    const { onboarding, get, showUntilClosed, wait } = start()
    await onboarding.check()
    expect(get).toHaveBeenCalledExactlyOnceWith('onboarding/content-onboarding/status')
    expect(wait).toHaveBeenCalledExactlyOnceWith(500)
    expect(showUntilClosed).toHaveBeenCalledOnce()
  })

  test('opens nothing for who is done, and then no page asks again', async () => {
    const { onboarding, get, showUntilClosed, browser } = start({ shouldShow: false })
    await onboarding.check()
    await onboarding.check()
    expect(showUntilClosed).not.toHaveBeenCalled()
    expect(get).toHaveBeenCalledOnce()
    expect(browser.kept).toEqual({ [onboardingDoneKey]: '7' })
  })

  test('opens at the step that somebody asks for, also where they have just acted', async () => {
    const { onboarding, showUntilClosed, wait } = start({ hasSignInAct: true })
    expect(await onboarding.openAt(1)).toBe(true)
    expect(showUntilClosed).toHaveBeenCalledExactlyOnceWith(1)
    expect(wait).not.toHaveBeenCalled()
    const done = start({ shouldShow: false })
    expect(await done.onboarding.openAt(1)).toBe(false)
    expect(done.showUntilClosed).not.toHaveBeenCalled()
  })

  test('asks for another account at the same browser', async () => {
    const { onboarding, showUntilClosed } = start({ done: '8' })
    await onboarding.check()
    expect(showUntilClosed).toHaveBeenCalledOnce()
  })

  test('asks nothing for nobody', async () => {
    const { onboarding, get, person } = start()
    person.who = undefined
    await onboarding.check()
    expect(get).not.toHaveBeenCalled()
  })

  test('that fails is logged, opens nothing and remembers nothing', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { onboarding, showUntilClosed, browser } = start({ shouldShow: new Error('no answer') })
    await onboarding.check()
    expect(showUntilClosed).not.toHaveBeenCalled()
    expect(log).toHaveBeenCalledOnce()
    expect(browser.kept).toEqual({})
    log.mockRestore()
  })

  test('twice at the same time is one', async () => {
    const { onboarding, get, showUntilClosed } = start()
    await Promise.all([onboarding.check(), onboarding.check()])
    expect([get.mock.calls.length, showUntilClosed.mock.calls.length]).toEqual([1, 1])
  })

  test('opens nothing for who has gone, or finished elsewhere, in that half second', async () => {
    for (const meanwhile of ['gone', 'done', 'closed', 'acting'] as const) {
      const { onboarding, makeCheck, showUntilClosed, wait, person, browser, page } = start()
      wait.mockImplementation(async () => {
        if (meanwhile === 'gone') person.who = undefined
        else if (meanwhile === 'done') browser.setItem(onboardingDoneKey, '7')
        else if (meanwhile === 'closed') makeCheck().remember('closed')
        else page.hasSignInAct = true
        return undefined
      })
      await onboarding.check()
      expect(showUntilClosed).not.toHaveBeenCalled()
    }
  })
})

describe('closed for now', () => {
  test('stays away from every page and tab of the sign-in, and comes back with the next', async () => {
    const { onboarding, makeCheck, get, showUntilClosed, person } = start()
    onboarding.remember('closed')
    await onboarding.check()
    await makeCheck().check()
    expect(get).not.toHaveBeenCalled()
    person.who = { account: '7', session: '71' }
    await makeCheck().check()
    expect(showUntilClosed).toHaveBeenCalledOnce()
  })
})

test('waits for the page after the one that does what the sign-in was for', async () => {
  const { onboarding, makeCheck, get, showUntilClosed, page } = start({ hasSignInAct: true })
  await onboarding.check()
  expect(get).not.toHaveBeenCalled()
  page.hasSignInAct = false
  await makeCheck().check()
  expect(showUntilClosed).toHaveBeenCalledOnce()
})

test('done for good is known before the server is asked', async () => {
  const { onboarding, makeCheck, get } = start()
  onboarding.remember('completed')
  await makeCheck().check()
  expect(get).not.toHaveBeenCalled()
})
