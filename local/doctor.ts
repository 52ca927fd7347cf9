import { execFile } from 'node:child_process'
import { resolveMx, resolveTxt } from 'node:dns/promises'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { buildSettings } from '#scripts/build-settings.ts'
import { DeployConfig } from '#scripts/deploy-rules.ts'
import { openLocalDatabase, type LocalDatabase } from './database.ts'
import {
  checkAlerting,
  checkBindings,
  checkDeployment,
  checkJobs,
  checkEncryptionKey,
  checkSecrets,
} from './doctor-checks.ts'
import {
  checkDeployedPage,
  checkMailTracking,
  checkOperator,
  checkOperatorMail,
} from './doctor-privacy.ts'
import { checkMailDns, type Finding, type TxtResolver } from './mail-dns.ts'
import { checkSecondSender } from './second-sender.ts'
import { formatReason } from './reason.ts'

const configPath = 'dist/server/wrangler.json'

function readDeployConfig(): DeployConfig | undefined {
  if (!existsSync(configPath)) return undefined
  return v.parse(DeployConfig, JSON.parse(readFileSync(configPath, 'utf8')))
}

const Secrets = v.array(v.looseObject({ name: v.string() }))

async function checkDeployedSecrets(): Promise<Finding[]> {
  try {
    const args = ['secret', 'list', '-c', configPath, '--format', 'json']
    const { stdout } = await promisify(execFile)('node_modules/.bin/wrangler', args, {
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
      timeout: 30_000,
    })
    const secrets = v.parse(Secrets, JSON.parse(stdout))
    return checkSecrets(secrets.map(({ name }) => name))
  } catch (error) {
    return checkSecrets(undefined, formatReason(error))
  }
}

async function checkDatabase(
  name: string,
  check: (db: LocalDatabase) => Promise<Finding[]>,
): Promise<Finding[]> {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env
  if (!url) return [{ name, state: 'unknown', detail: 'DATABASE_URL is not set' }]
  try {
    return await check(openLocalDatabase({ url, authToken }))
  } catch (error) {
    return [{ name, state: 'unknown', detail: formatReason(error) }]
  }
}

const resolveTxtRecords: TxtResolver = async (name) =>
  (await resolveTxt(name)).map((chunks) => chunks.join(''))

const { env } = process
Object.assign(globalThis, { BUILD_SITE_URL: buildSettings.siteUrl })
const mail = {
  from: env.MAIL_FROM ?? '',
  returnPath: env.MAIL_RETURN_PATH || 'send',
  dkimSelector: env.MAIL_DKIM_SELECTOR || 'resend',
  spfInclude: env.MAIL_SPF_INCLUDE || 'amazonses.com',
}
const { operator, siteUrl } = buildSettings
const findings = [
  ...checkOperator(buildSettings),
  ...(await checkOperatorMail(operator, resolveMx)),
  ...checkDeployment(readDeployConfig()),
  ...checkBindings(env),
  ...checkAlerting(env),
  ...(await checkDeployedSecrets()),
  ...(await checkMailDns(mail, resolveTxtRecords)),
  ...(await checkMailTracking(fetch, {
    apiUrl: env.MAIL_API_URL || 'https://api.resend.com',
    apiKey: env.MAIL_API_KEY,
    from: mail.from,
  })),
  ...(await checkSecondSender(fetch, {
    apiKey: env.BREVO_API_KEY,
    apiUrl: env.BREVO_API_URL || undefined,
    from: mail.from,
  })),
  ...(await checkDeployedPage(fetch, siteUrl)),
  ...(await checkDatabase('keys', (db) => checkEncryptionKey(db, env.ENCRYPTION_KEY))),
  ...(await checkDatabase('cron and queue', (db) => checkJobs(db, Date.now()))),
]
const signs = { ok: '✓', missing: '✗', unknown: '?' }
for (const { name, state, detail } of findings) console.log(`${signs[state]} ${name}: ${detail}`)
if (findings.some(({ state }) => state === 'missing')) process.exitCode = 1
