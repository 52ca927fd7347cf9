// Plain JavaScript for Node 20: it runs before the project's own Node is there.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { engines } from './engines.mjs'

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

/** @returns {string[] | undefined} the command with its prefix, where Debian's packages can be had */
function findAptGet() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const hasApt = isWorking('apt-get', '--version') && (!sudo[0] || isWorking('sudo', '-n', 'true'))
  return hasApt ? [...sudo, 'apt-get'] : undefined
}

/** @type {(aptGet: string[], ...packages: string[]) => void} */
function installDebianPackages([command = 'apt-get', ...prefix], ...packages) {
  run(command, ...prefix, '-qq', 'update')
  run(command, ...prefix, '-qq', 'install', '-y', '--no-install-recommends', ...packages)
}

function installChromium() {
  const aptGet = findAptGet()
  if (!aptGet) return run('npx', 'playwright', 'install', 'chromium')
  installDebianPackages(aptGet, 'chromium', 'chromium-headless-shell')
}

function ensureChromium() {
  const found = [findChromium(), findHeadlessShell()]
  if (found.every(Boolean)) return console.log(`Chromium: ${found.join(', ')}`)
  console.log('Chromium: installing')
  installChromium()
}

function ensureEngines() {
  const missing = Object.values(engines).filter(({ isInstalled }) => !isInstalled())
  if (missing.length === 0) return console.log('Firefox, WebKitGTK: installed')
  const packages = missing.flatMap((engine) => engine.packages)
  const aptGet = findAptGet()
  if (!aptGet) throw new Error(`no apt-get; Debian has them in: ${packages.join(', ')}`)
  console.log('Firefox, WebKitGTK: installing')
  installDebianPackages(aptGet, ...packages)
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
  attempt('Firefox and WebKitGTK', ensureEngines)
}
