import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProgress, trackProgress } from './progress.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

async function* listNumbers() {
  for (const number of [1, 2, 3]) yield await Promise.resolve(number)
}

test('without a terminal, a line every ten seconds tells step, share and time left', async () => {
  const output = new PassThrough()
  const progress = createProgress({ stream: output })
  progress.start('Rows', 12)
  for await (const number of trackProgress(listNumbers(), progress, (one) => one)) {
    expect(number).toBeGreaterThan(0)
    vi.advanceTimersByTime(10_000)
  }
  progress.stop()
  const lines = String(output.read()).trim().split('\n')
  expect(lines.length).toBeGreaterThan(3)
  expect(lines.at(-1)).toMatch(/^Rows {2}\S+ {2}50 % {2}\d+ s left$/)
})
