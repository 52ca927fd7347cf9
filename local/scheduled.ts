/** `scheduledTime` in Unix milliseconds; default: now. */
export async function runScheduled(
  url: string,
  cron: string,
  scheduledTime?: number,
): Promise<void> {
  const query = new URLSearchParams({ cron })
  if (scheduledTime !== undefined) query.set('time', String(scheduledTime))
  const response = await fetch(`${url}/cdn-cgi/local/scheduled?${query}`)
  const outcome = await response.text()
  if (!response.ok) throw new Error(`the job of ${cron} failed: ${outcome.split('\n')[0]}`)
}

/** Runs the jobs that wrangler.toml schedules for a minute. */
export async function runScheduledJobs(url: string, minute: number): Promise<void> {
  await runScheduled(url, '* * * * *', minute)
  if (new Date(minute).getUTCMinutes() === 17) await runScheduled(url, '17 * * * *', minute)
}
