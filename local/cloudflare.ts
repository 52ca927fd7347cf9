import { spawnSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { openKeys, type Ask, type Keys } from './cloudflare/keys.ts'
import { formatStep, listSteps, type Deployment, type Step } from './cloudflare/steps.ts'
import { oneLineReason, UserError } from './reason.ts'

const { values } = parseArgs({
  options: {
    domain: { type: 'string' },
    'mail-from': { type: 'string' },
    username: { type: 'string' },
    email: { type: 'string' },
    keys: { type: 'string', default: join(homedir(), 'hypecal-keys') },
    'dry-run': { type: 'boolean', default: false },
  },
})

const ask: Ask = async (question, isSecret = false) => {
  if (!process.stdin.isTTY) throw new UserError(`nobody to ask: ${question}?`)
  process.stdout.write(`${question}: `)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isSecret ? silence : process.stdout
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const answer = await terminal.question('')
  terminal.close()
  if (isSecret) console.log()
  return answer.trim() || ask(question, isSecret)
}

async function readDeployment(): Promise<Deployment> {
  const domain = values.domain ?? (await ask('Domain of the site'))
  return {
    domain,
    mailFrom: values['mail-from'] ?? (await ask('Sender of mails, as Hypecal <hello@domain>')),
    username: values.username ?? (await ask('Username of the first administrator')),
    email: values.email ?? (await ask('E-mail address of the first administrator')),
  }
}

function runStep(step: Step, keys: Keys): void {
  const { program, args, env, takesKeys, creates } = step
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    env: { ...process.env, ...(program === 'npm' ? keys : {}), ...env },
    encoding: 'utf8',
    input: takesKeys ? JSON.stringify(keys) : '',
    stdio: ['pipe', creates ? 'pipe' : 'inherit', creates ? 'pipe' : 'inherit'],
  })
  if (status === 0) return
  const output = `${stdout ?? ''}${stderr ?? ''}`
  if (creates && /already (?:exists|taken|in use|own)/i.test(output)) return
  if (output) console.error(output)
  const reason = error ? `: ${oneLineReason(error)}` : ''
  throw new UserError(`${step.title} failed${reason}; once mended, run npm run cloudflare again`)
}

/** Sets a deployment up on Cloudflare, with a database of Turso or another one. */
try {
  if (values['dry-run']) {
    const [domain, at] = [values.domain ?? 'your.domain', 'you@your.domain']
    const mailFrom = values['mail-from'] ?? `Hypecal <hello@${domain}>`
    const { username = 'you', email = at } = values
    for (const step of listSteps({ domain, mailFrom, username, email })) {
      console.log(formatStep(step))
    }
  } else {
    const steps = listSteps(await readDeployment())
    const keys = await openKeys(values.keys, ask)
    console.log(`The keys are in ${values.keys}: copy them into a password manager.`)
    for (const [index, step] of steps.entries()) {
      console.log(`[${index + 1}/${steps.length}] ${step.title}`)
      runStep(step, keys)
    }
  }
} catch (error) {
  console.error(oneLineReason(error))
  process.exitCode = 1
}
