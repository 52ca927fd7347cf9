import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runLongCommand } from './long-command.ts'
import { UserError } from './reason.ts'

const texts = { failure: 'Not done', stopped: 'Stopped; nothing is half. Next: npm run it' }
let interrupt: () => void
let said: string[]

beforeEach(() => {
  said = []
  vi.spyOn(console, 'error').mockImplementation((line: string) => void said.push(line))
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    if (name === 'SIGINT') interrupt = listener as () => void
    return process
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

test('a command that is stopped goes on to where nothing is half, and says what to run next', async () => {
  const done: string[] = []
  await runLongCommand(texts, async ({ signal }) => {
    for (const part of ['first', 'second', 'third']) {
      signal.throwIfAborted()
      await Promise.resolve()
      // npm passes the signal on, which makes two of one.
      if (part === 'second') [interrupt, interrupt].forEach((press) => press())
      done.push(part)
    }
  })
  expect(done).toEqual(['first', 'second'])
  expect([process.exitCode, said]).toEqual([130, [texts.stopped]])
})

test('a failure has its reason, also of what a stopped command could not tidy up', async () => {
  await runLongCommand(texts, async () => {
    interrupt()
    throw new UserError('the disk is full')
  })
  expect([process.exitCode, said]).toEqual([1, ['Not done: the disk is full']])
})

test('a command that was done before it could stop has its own exit code', async () => {
  await runLongCommand(texts, async () => {
    interrupt()
    return 2
  })
  expect([process.exitCode, said]).toEqual([2, []])
})
