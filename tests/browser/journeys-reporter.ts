import type { Reporter, Suite } from '@playwright/test/reporter'
import { listUnknownJourneys } from './journeys.ts'

/** Fails a run of the journeys where one of them names no test. */
export default class JourneysReporter implements Reporter {
  unknown: string[] = []

  onBegin(_: unknown, suite: Suite): void {
    this.unknown = listUnknownJourneys(suite.allTests().map((test) => test.titlePath().join(' ')))
  }

  onEnd(): Promise<{ status: 'failed' } | undefined> {
    if (this.unknown.length === 0) return Promise.resolve(undefined)
    console.error(`These journeys name no test:\n${this.unknown.join('\n')}`)
    return Promise.resolve({ status: 'failed' })
  }

  printsToStdio(): boolean {
    return false
  }
}
