/** What Vitest and Playwright write into their JSON reports, as far as it counts. */
export type Report =
  | { numPassedTests: number; numFailedTests: number }
  | { stats: { expected: number; flaky: number; unexpected: number } }
export type Counts = { passed: number; failed: number }

function countsOf(report: Report): Counts {
  if ('stats' in report) {
    const { expected, flaky, unexpected } = report.stats
    return { passed: expected, failed: flaky + unexpected }
  }
  return { passed: report.numPassedTests, failed: report.numFailedTests }
}

/**
 * A gate counts as its tests, or as one where it has none. One that failed shows at least one
 * failure, even if every test it got to passed; one that ran no test at all failed.
 */
export function countGate(hasPassed: boolean, report?: Report): Counts {
  if (!report) return hasPassed ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const { passed, failed } = countsOf(report)
  const isSilentFailure = failed === 0 && (!hasPassed || passed === 0)
  return { passed, failed: isSilentFailure ? 1 : failed }
}
