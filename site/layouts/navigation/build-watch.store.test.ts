import { expect, test } from 'vitest'
import { createBuildWatch } from './build-watch.store.ts'

function watch(answers: (string | Error)[]) {
  let time = 0
  let asked = 0
  const store = createBuildWatch({
    build: 'first',
    now: () => time,
    fetchLatest() {
      const answer = answers[asked] ?? 'first'
      asked += 1
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    },
  })
  return {
    store,
    asked: () => asked,
    checkAfter(minutes: number) {
      time += minutes * 60_000
      return store.check()
    },
  }
}

test('a page is up to date while its own build is the latest', async () => {
  const { store, checkAfter } = watch(['first'])
  expect(await checkAfter(10)).toBe(false)
  expect(store.isOutdated()).toBe(false)
})

test('a page is outdated once another build is out, and asks no more', async () => {
  const { store, checkAfter, asked } = watch(['first', 'second'])
  await checkAfter(10)
  expect(await checkAfter(10)).toBe(true)
  expect(await checkAfter(10)).toBe(true)
  expect(store.isOutdated()).toBe(true)
  expect(asked()).toBe(2)
})

test('a failed question changes nothing and is asked again', async () => {
  const { checkAfter } = watch([new Error('offline'), 'second'])
  expect(await checkAfter(10)).toBe(false)
  expect(await checkAfter(10)).toBe(true)
})

test('coming back again and again asks once a minute', async () => {
  const { checkAfter, asked } = watch([])
  await checkAfter(0.5)
  expect(asked()).toBe(0)
  await checkAfter(0.5)
  await checkAfter(0.5)
  expect(asked()).toBe(1)
})
