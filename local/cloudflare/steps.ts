import { readResourceNames } from './resource-names.ts'

export type Deployment = { domain: string; mailFrom: string; username: string; email: string }

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
export function listSteps({ domain, mailFrom, username, email }: Deployment): Step[] {
  const siteUrl = `https://${domain}`
  const { bucket, queue, deadLetters } = readResourceNames()
  const vars = ['--var', `SITE_URL:${siteUrl}`, '--var', `MAIL_FROM:${mailFrom}`]
  return [
    create('bucket of pictures', 'r2', 'bucket', 'create', bucket),
    create('queue', 'queues', 'create', queue),
    create('queue of failed messages', 'queues', 'create', deadLetters),
    {
      ...runScript('migrate', { ADMIN_USERNAME: username, ADMIN_EMAIL: email }),
      title: 'schema and administrator',
    },
    { ...runScript('build', { SITE_URL: siteUrl }), usualMs: buildMs },
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
    { ...runScript('doctor', { SITE_URL: siteUrl, MAIL_FROM: mailFrom }), title: 'check' },
  ]
}

export function formatStep({ program, args, env = {}, takesKeys }: Step): string {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`)
  const input = takesKeys ? ['<', 'keys as JSON'] : []
  return [...assignments, program, ...args.map(quote), ...input].join(' ')
}

function quote(argument: string): string {
  return /^[\w.,:/@=-]+$/.test(argument)
    ? argument
    : `'${argument.replaceAll("'", String.raw`'\''`)}'`
}

function create(title: string, ...args: string[]): Step {
  return { title, program: 'wrangler', args, creates: true, usualMs }
}

function runScript(script: string, env: Record<string, string>): Step {
  return { title: script, program: 'npm', args: ['run', '--silent', script], env, usualMs }
}
