// Plain JavaScript for Node 20: it runs before the project's own Node is there.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './chromium.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const marker = `${root}node_modules/.hypecal-lock`

/** @type {(command: string, ...args: string[]) => void} */
function run(command, ...args) {
  execFileSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** @type {(command: string, ...args: string[]) => boolean} */
function isWorking(command, ...args) {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  const isCurrent = existsSync(marker) && readFileSync(marker, 'utf8') === lock
  if (isCurrent) return console.log('Packages: up to date')
  console.log('Packages: installing')
  run('npm', 'ci', '--loglevel=error')
  writeFileSync(marker, lock)
}

function installChromium() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const hasApt = isWorking('apt-get', '--version') && (!sudo[0] || isWorking('sudo', '-n', 'true'))
  if (!hasApt) return run('npx', 'playwright', 'install', 'chromium')
  const [command = 'apt-get', ...prefix] = [...sudo, 'apt-get']
  run(command, ...prefix, '-qq', 'update')
  const install = [...prefix, '-qq', 'install', '-y', '--no-install-recommends']
  run(command, ...install, 'chromium', 'chromium-headless-shell')
}

function ensureChromium() {
  const found = [findChromium(), findHeadlessShell()]
  if (found.every(Boolean)) return console.log(`Chromium: ${found.join(', ')}`)
  console.log('Chromium: installing')
  installChromium()
}

/** @type {(what: string, step: () => void) => void} */
function attempt(what, step) {
  try {
    step()
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    console.error(`${what}: could not be installed (${reason})`)
    process.exit(1)
  }
}

attempt('Packages', installPackages)
if (process.argv.includes('--browser')) {
  attempt('Chromium (set CHROMIUM_PATH to use one you have)', ensureChromium)
}
