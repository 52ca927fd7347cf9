/** Programs that follow links, by the names they give themselves. */
const robots = /(?<!cu)bot\b|crawl|spider|slurp|preview|fetch|curl|wget|python|monitor/i

/** Whether no person clicked: a robot, or a browser that fetches ahead. */
export function isAutomatic(header: (name: string) => string | undefined): boolean {
  const purpose = header('Sec-Purpose') ?? header('Purpose') ?? ''
  const agent = header('User-Agent') ?? ''
  return /prefetch|prerender/i.test(purpose) || agent === '' || robots.test(agent)
}
