import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { buildSettings } from './build-settings.ts'
import { DeployConfig, findDeployProblems } from './deploy-rules.ts'

const configPath = 'dist/server/wrangler.json'

/** Bundles as a deployment does, without asking the network. */
function bundle(): void {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-deploy-'))
  try {
    const args = ['deploy', '--dry-run', '-c', configPath, '--outdir', folder]
    execFileSync('node_modules/.bin/wrangler', args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG_PATH: folder },
      timeout: 120_000,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const config = v.parse(DeployConfig, JSON.parse(readFileSync(configPath, 'utf8')))
const problems = [
  ...findDeployProblems(config).map((problem) => `${configPath}: ${problem}`),
  ...buildSettings.operatorProblems,
]
for (const problem of problems) console.error(problem)
bundle()
if (problems.length > 0) process.exitCode = 1
else console.log(`${config.name} can be deployed`)
