import { isbot } from 'isbot'

/** For robots and browsers that prefetch. */
export function isAutomatedRequest(header: (name: string) => string | undefined): boolean {
  const purpose = header('Sec-Purpose') ?? header('Purpose') ?? ''
  const agent = header('User-Agent') ?? ''
  return /prefetch|prerender/i.test(purpose) || agent === '' || isbot(agent)
}
