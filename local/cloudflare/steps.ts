/** The answers that a deployment needs; none is secret. */
export type Deployment = { domain: string; mailFrom: string; username: string; email: string }

export type Step = {
  title: string
  program: 'wrangler' | 'npm'
  args: string[]
  /** Besides the keys, for the steps that reach the database. */
  env?: Record<string, string>
  /** Whether the keys are written to its input, since arguments stand in the list of processes. */
  takesKeys?: boolean
  /** Whether it may find its object from an earlier run. */
  creates?: boolean
}

const config = ['-c', 'dist/server/wrangler.json']

/** In the order of the deployment; each may be repeated. */
export function listSteps({ domain, mailFrom, username, email }: Deployment): Step[] {
  const siteUrl = `https://${domain}`
  const vars = ['--var', `SITE_URL:${siteUrl}`, '--var', `MAIL_FROM:${mailFrom}`]
  return [
    create('bucket of pictures', 'r2', 'bucket', 'create', 'hypecal-media'),
    create('queue', 'queues', 'create', 'hypecal-deliveries'),
    create('queue of failed messages', 'queues', 'create', 'hypecal-dead-letters'),
    runScript('schema and administrator', 'migrate', {
      ADMIN_USERNAME: username,
      ADMIN_EMAIL: email,
    }),
    runScript('build', 'build', { SITE_URL: siteUrl }),
    {
      title: 'deployment',
      program: 'wrangler',
      args: ['deploy', ...config, '--domain', domain, ...vars],
    },
    { title: 'secrets', program: 'wrangler', args: ['secret', 'bulk', ...config], takesKeys: true },
    runScript('check', 'doctor', { SITE_URL: siteUrl, MAIL_FROM: mailFrom }),
  ]
}

/** Writes a step as a shell command. */
export function formatStep({ program, args, env = {}, takesKeys }: Step): string {
  const assignments = Object.entries(env).map(([name, value]) => `${name}=${quote(value)}`)
  const input = takesKeys ? ['<', 'keys as JSON'] : []
  return [...assignments, program, ...args.map(quote), ...input].join(' ')
}

function quote(word: string): string {
  return /^[\w.,:/@=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}

function create(title: string, ...args: string[]): Step {
  return { title, program: 'wrangler', args, creates: true }
}

function runScript(title: string, script: string, env: Record<string, string>): Step {
  return { title, program: 'npm', args: ['run', '--silent', script], env }
}
