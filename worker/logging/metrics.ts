import type { AnalyticsEngineDataset } from '@cloudflare/workers-types'

/** Names and outcomes are few and come from the code: a query groups by them. */
export type Metric = {
  kind: 'request' | 'message' | 'job'
  name: string
  /** Status of a response; `done` or `failed` else. */
  outcome: string
  ms: number
}

/** One data point: index kind, blobs name and outcome, double milliseconds. */
export function writeMetric(
  dataset: AnalyticsEngineDataset | undefined,
  { kind, name, outcome, ms }: Metric,
): void {
  dataset?.writeDataPoint({ indexes: [kind], blobs: [name, outcome], doubles: [ms] })
}

export async function measureRun<Result>(
  dataset: AnalyticsEngineDataset | undefined,
  { kind, name }: Pick<Metric, 'kind' | 'name'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  let outcome = 'failed'
  try {
    const result = await run()
    outcome = 'done'
    return result
  } finally {
    writeMetric(dataset, { kind, name, outcome, ms: performance.now() - began })
  }
}
