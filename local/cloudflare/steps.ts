import { readResourceNames } from './resource-names.ts'

export type Deployment = {
  domain: string
  mailFrom: string
  username: string
  email: string
  /** Names who runs the site; default: operator.json. */
  operatorFile: string | undefined
}

export type Step = {
  title: string
  program: 'wrangler' | 'npm'
  args: string[]
  env?: Record<string, string>
  /** True if the keys are written to its input, since arguments stand in the list of processes. */
  takesKeys?: boolean
  /** True if it may find its object from an earlier run. */
  creates?: boolean
  usualMs: number
}

const usualMs = 5_000
const buildMs = 30_000
const deployMs = 20_000

const config = ['-c', 'dist/server/wrangler.json']

/** In the order of the deployment; each may be repeated. */
export function listSteps(deployment: Deployment): Step[] {
  const { domain, mailFrom, username, email, operatorFile } = deployment
  const siteUrl = `https://${domain}`
  const { bucket, jurisdiction, queues, deadLetters } = readResourceNames()
  const place = jurisdiction ? ['--jurisdiction', jurisdiction] : []
  const site = { SITE_URL: siteUrl, ...(operatorFile && { OPERATOR_FILE: operatorFile }) }
  const vars = ['--var', `SITE_URL:${siteUrl}`, '--var', `MAIL_FROM:${mailFrom}`]
  return [
    createWranglerStep('bucket of pictures', 'r2', 'bucket', 'create', bucket, ...place),
    ...queues.map((queue) => createWranglerStep(`queue ${queue}`, 'queues', 'create', queue)),
    createWranglerStep('queue of failed messages', 'queues', 'create', deadLetters),
    {
      ...createScriptStep('migrate', { ADMIN_USERNAME: username, ADMIN_EMAIL: email }),
      title: 'schema and administrator',
    },
    { ...createScriptStep('build', site), usualMs: buildMs },
    {
      title: 'deployment',
      program: 'wrangler',
      args: ['deploy', ...config, '--domain', domain, ...vars],
      usualMs: deployMs,
    },
    {
      title: 'secrets',
      program: 'wrangler',
      args: ['secret', 'bulk', ...config],
      takesKeys: true,
      usualMs,
    },
    { ...createScriptStep('doctor', { ...site, MAIL_FROM: mailFrom }), title: 'check' },
  ]
}

export function formatStep({ program, args, env = {}, takesKeys }: Step): string {
  const assignments = Object.entries(env).map(
    ([name, value]) => `${name}=${quoteShellArgument(value)}`,
  )
  const input = takesKeys ? ['<', 'keys as JSON'] : []
  return [...assignments, program, ...args.map(quoteShellArgument), ...input].join(' ')
}

function quoteShellArgument(argument: string): string {
  return /^[\w.,:/@=-]+$/.test(argument)
    ? argument
    : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

function createWranglerStep(title: string, ...args: string[]): Step {
  return { title, program: 'wrangler', args, creates: true, usualMs }
}

function createScriptStep(script: string, env: Record<string, string>): Step {
  return { title: script, program: 'npm', args: ['run', '--silent', script], env, usualMs }
}
