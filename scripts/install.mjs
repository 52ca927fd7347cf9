// Plain JavaScript for Node 20: it runs before the project's own Node is there.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './chromium.mjs'
import { engines } from './engines.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const marker = `${root}node_modules/.hypecal-lock`

/** @type {(command: string, ...args: string[]) => Promise<void>} */
function run(command, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    )
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

async function installPackages() {
  const lock = createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')
  const isCurrent = existsSync(marker) && readFileSync(marker, 'utf8') === lock
  if (isCurrent) return console.log('Packages: up to date')
  console.log('Packages: installing')
  await run('npm', 'ci', '--loglevel=error')
  writeFileSync(marker, lock)
}

/** @returns {string[] | undefined} the command with its prefix, where Debian's packages can be had */
function findAptGet() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const hasApt = isWorking('apt-get', '--version') && (!sudo[0] || isWorking('sudo', '-n', 'true'))
  return hasApt ? [...sudo, 'apt-get'] : undefined
}

/** @type {(aptGet: string[], packages: string[]) => Promise<void>} */
async function installDebianPackages([command = 'apt-get', ...prefix], packages) {
  await run(command, ...prefix, '-qq', 'update')
  await run(command, ...prefix, '-qq', 'install', '-y', '--no-install-recommends', ...packages)
}

const browsers = [
  {
    name: 'Chromium',
    isInstalled: () => [findChromium(), findHeadlessShell()].every(Boolean),
    packages: ['chromium', 'chromium-headless-shell'],
  },
  { name: 'Firefox', ...engines.firefox },
  { name: 'WebKitGTK', ...engines.webkit },
  // Runs the HTML checker.
  {
    name: 'Java',
    isInstalled: () => isWorking('java', '-version'),
    packages: ['default-jre-headless'],
  },
  // Liberation is as wide as Arial, which readers have and bare machines lack.
  {
    name: 'fonts',
    isInstalled: () => !findAptGet() || isWorking('sh', '-c', 'fc-list | grep -q Liberation'),
    packages: ['fonts-liberation'],
  },
]

/** At once, because most of the time is Debian's list of packages. */
async function installBrowsers() {
  const missing = browsers.filter(({ isInstalled }) => !isInstalled())
  const names = missing.map(({ name }) => name).join(', ')
  console.log(names ? `Browsers: installing ${names}` : 'Browsers: up to date')
  if (missing.length === 0) return
  const packages = missing.flatMap((browser) => browser.packages)
  const aptGet = findAptGet()
  if (!aptGet) throw new Error(`no apt-get; Debian has them in: ${packages.join(', ')}`)
  await installDebianPackages(aptGet, packages)
}

/** @type {(what: string, step: () => Promise<void>) => Promise<void>} */
async function attempt(what, step) {
  try {
    await step()
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    console.error(`${what}: could not be installed (${reason})`)
    process.exit(1)
  }
}

const hasBrowsers = process.argv.includes('--browser')
await Promise.all([
  attempt('Packages', installPackages),
  hasBrowsers && attempt('Browsers (CHROMIUM_PATH names a Chromium you have)', installBrowsers),
])
