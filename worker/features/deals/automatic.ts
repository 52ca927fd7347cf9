import { isbot } from 'isbot'

/** Whether no person clicked: a robot, or a browser that fetches ahead. */
export function isAutomatic(header: (name: string) => string | undefined): boolean {
  const purpose = header('Sec-Purpose') ?? header('Purpose') ?? ''
  const agent = header('User-Agent') ?? ''
  return /prefetch|prerender/i.test(purpose) || agent === '' || isbot(agent)
}
