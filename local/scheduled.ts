/** Runs the minute job of the worker at `url`, as of `scheduledTime` (Unix milliseconds) when given. */
export async function runScheduled(url: string, scheduledTime?: number): Promise<void> {
  const query = new URLSearchParams({ cron: '* * * * *' })
  if (scheduledTime !== undefined) query.set('time', String(scheduledTime))
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?${query}`)
  const outcome = await response.text()
  if (!response.ok) throw new Error(`the minute job failed: ${outcome.split('\n')[0]}`)
}
