import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { readOperatorSettings } from '#scripts/operator-settings.ts'
import { runCommand } from '#scripts/run-command.ts'
import {
  collectDeploymentKeys,
  databaseCommands,
  type AskForKey,
  type DeploymentKeys,
} from './cloudflare/keys.ts'
import { formatStep, listSteps, type Deployment, type Step } from './cloudflare/steps.ts'
import { checkSecondSender } from './second-sender.ts'
import { runLongCommand } from './long-command.ts'
import { trackEstimatedProgress, type Progress } from './progress.ts'
import { UserError } from './reason.ts'

const { values } = parseArgs({
  options: {
    domain: { type: 'string' },
    'mail-from': { type: 'string' },
    username: { type: 'string' },
    email: { type: 'string' },
    keys: { type: 'string', default: join(homedir(), 'hypecal-keys') },
    operator: { type: 'string', default: process.env['OPERATOR_FILE'] || undefined },
    'dry-run': { type: 'boolean', default: false },
  },
})

function createKeyPrompt({ signal }: Progress): AskForKey {
  const ask: AskForKey = async (question, isSecret = false) => {
    if (!process.stdin.isTTY) throw new UserError(`nobody to ask: ${question}?`)
    process.stdout.write(`${question}: `)
    const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
    const output = isSecret ? silence : process.stdout
    const terminal = createInterface({ input: process.stdin, output, terminal: true })
    // Without a listener, the terminal takes Ctrl-C for the end of the input.
    terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    try {
      const answer = await terminal.question('', { signal })
      return answer.trim() || (await ask(question, isSecret))
    } finally {
      terminal.close()
      if (isSecret || signal.aborted) console.log()
    }
  }
  return ask
}

async function askForDeployment(ask: AskForKey): Promise<Deployment> {
  const domain = values.domain ?? (await ask('Domain of the site'))
  return {
    domain,
    operatorFile: await askForOperator(ask, domain),
    mailFrom: values['mail-from'] ?? (await ask('Sender of mails, as Hypecal <hello@domain>')),
    username: values.username ?? (await ask('Username of the first administrator')),
    email: values.email ?? (await ask('E-mail address of the first administrator')),
  }
}

/** Before anything is created: a public site says who runs it. */
async function askForOperator(ask: AskForKey, domain: string): Promise<string | undefined> {
  const isThere = values.operator || existsSync('operator.json')
  const answer = isThere
    ? values.operator
    : await ask('File that says who runs the site, filled in as operator.example.json is')
  const file = answer && resolve(answer)
  const { problems } = readOperatorSettings(`https://${domain}`, file)
  if (problems.length > 0) throw new UserError(problems.join('\n'))
  return file
}

async function runStep(step: Step, keys: DeploymentKeys, progress: Progress): Promise<string> {
  const { program, args, takesKeys, creates } = step
  const { hasPassed, output } = await runCommand(program, args, {
    env: { ...(program === 'npm' ? keys : {}), ...step.env },
    input: takesKeys ? JSON.stringify(keys) : '',
    signal: progress.signal,
  })
  if (hasPassed) return output
  if (creates && /already (?:exists|taken|in use|own)/i.test(output)) return ''
  progress.stop()
  if (output) console.error(output)
  throw new UserError(`${step.title} failed; once mended, run npm run cloudflare again`)
}

function printSteps(): void {
  const [domain, at] = [values.domain ?? 'your.domain', 'you@your.domain']
  const mailFrom = values['mail-from'] ?? `Hypecal <hello@${domain}>`
  const { username = 'you', email = at } = values
  for (const args of databaseCommands) console.log(`turso ${args.join(' ')}`)
  for (const step of listSteps({
    domain,
    mailFrom,
    username,
    email,
    operatorFile: values.operator,
  })) {
    console.log(formatStep(step))
  }
}

/** The second mail service would refuse each mail of a domain that it does not know. */
async function refuseUnknownSender(keys: DeploymentKeys, from: string): Promise<void> {
  const { BREVO_API_KEY: apiKey } = keys
  const apiUrl = process.env['BREVO_API_URL'] || undefined
  const findings = await checkSecondSender(fetch, { apiKey, apiUrl, from })
  const fault = findings.find(({ state }) => state !== 'ok')
  if (fault) throw new UserError(`${fault.name}: ${fault.detail}`)
}

async function deploy(progress: Progress): Promise<void> {
  const ask = createKeyPrompt(progress)
  const deployment = await askForDeployment(ask)
  const steps = listSteps(deployment)
  const keys = await collectDeploymentKeys(values.keys, ask, progress.signal)
  await refuseUnknownSender(keys, deployment.mailFrom)
  console.log(`The keys are in ${values.keys}: copy them into a password manager.`)
  for (const [index, step] of steps.entries()) {
    const progressStep = {
      step: `[${index + 1}/${steps.length}] ${step.title}`,
      usualMs: step.usualMs,
    }
    const output = await trackEstimatedProgress(progress, progressStep, () =>
      runStep(step, keys, progress),
    )
    if (output) console.log(output.trimEnd())
  }
}

if (values['dry-run']) printSteps()
else {
  await runLongCommand(
    {
      failure: 'Not deployed',
      stopped: 'Stopped; what was created stays, and is found again. Next: npm run cloudflare',
    },
    deploy,
  )
}
