/** The part of Vitest's and Playwright's JSON reports that is counted. */
export type TestReport =
  | { numPassedTests: number; numFailedTests: number }
  | { stats: { expected: number; flaky: number; unexpected: number } }
export type Counts = { passed: number; failed: number }

function countsOf(report: TestReport): Counts {
  if ('stats' in report) {
    const { expected, flaky, unexpected } = report.stats
    return { passed: expected + flaky, failed: unexpected }
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/** A failed gate counts at least one failure; a run without tests fails. */
export function countTests(hasPassed: boolean, report?: TestReport): Counts {
  if (!report) return hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const { passed, failed } = countsOf(report)
  const isSilentFailure = failed === 0 && (!hasPassed || passed === 0)
  return { passed, failed: isSilentFailure ? 1 : failed }
}
