import { spawn } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readResourceNames } from '../local/cloudflare/resource-names.ts'

export type Served = {
  url: string
  /** Milliseconds of processor time so far. */
  cpu(): number
  /** Bytes of memory in use. */
  memory(): number
  close(): Promise<void>
  /** At once, as a crash does. */
  kill(): Promise<void>
}
/** With a socket of its own for what the platform does: run schedules, deliver messages. */
export type DrivenWorker = Served & { driverUrl: string }

/** Output of the log. */
export type Output = 'inherit' | 'ignore'
type RuntimeOptions = { v8Flags?: string[]; output?: Output; sockets?: string[] }

const projectFolder = fileURLToPath(new URL('..', import.meta.url))
const builtFolder = join(projectFolder, 'dist', 'server')
/** The package's only export is the path of the program. */
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }
const compatibility = `compatibilityDate = "2026-10-01"`

/** The built worker alone in the runtime, with the bindings of public reads. */
export function serveBuilt(folder: string, vars: Record<string, string>): Promise<Served> {
  return serve(folder, `(name = "main", worker = .built), ${files}`, builtWorker(vars, []))
}

/** The default flag collects garbage even with free memory, so that only used memory is measured. */
type DrivenOptions = Pick<RuntimeOptions, 'output' | 'v8Flags'>

/**
 * Beside a driver that runs its queue and schedules; sent messages go to `queuePort`. Requests do not
 * pass the driver: an isolate that allocates so little collects the responses it forwards far too late.
 */
export async function serveDriven(
  folder: string,
  vars: Record<string, string>,
  queuePort: number,
  { output = 'inherit', v8Flags = ['--gc-global'] }: DrivenOptions = {},
): Promise<DrivenWorker> {
  const source = fileURLToPath(new URL('queue-driver.js', import.meta.url))
  const driverPort = await findFreePort()
  const served = await serve(
    folder,
    `(name = "main", worker = .built), (name = "driver", worker = .driver), ${files},
      (name = "queue", external = (address = "127.0.0.1:${queuePort}", http = ()))`,
    `const driver :Workerd.Worker = (
      ${compatibility},
      compatibilityFlags = ["service_binding_extra_handlers"],
      modules = [(name = "queue-driver.js", esModule = embed ${quoted(source)})],
      bindings = [
        (name = "BUILT", service = "main"),
        (name = "QUEUE", text = ${quoted(readResourceNames().queues[0] ?? '')}),
      ],
    );
    ${builtWorker(vars, ['(name = "DELIVERIES", queue = "queue")'])}`,
    { v8Flags, output, sockets: [socket('driver', driverPort)] },
  )
  return { ...served, driverUrl: `http://127.0.0.1:${driverPort}` }
}

function builtWorker(vars: Record<string, string>, others: string[]): string {
  const modules = globSync('**/*.{mjs,wasm,bin}', { cwd: builtFolder })
    .filter((file) => file !== 'entry.mjs' && !file.startsWith('.'))
    .map((file) => moduleLine(file))
  const bindings = Object.entries(vars).map(
    ([name, value]) => `(name = ${quoted(name)}, text = ${quoted(value)})`,
  )
  return `const built :Workerd.Worker = (
      ${compatibility},
      modules = [${[moduleLine('entry.mjs'), ...modules].join(',\n')}],
      bindings = [(name = "ASSETS", service = "files"), ${[...others, ...bindings].join(',\n')}],
      globalOutbound = "network",
    );`
}

/** A worker with fixed responses: `/name` returns `bodies[name]`. */
export function serveBare(folder: string, bodies: Record<string, Uint8Array>): Promise<Served> {
  const bindings = Object.entries(bodies).map(([name, body]) => {
    const file = join(folder, `${name}.body`)
    writeFileSync(file, body)
    return `(name = ${quoted(name)}, data = embed ${quoted(file)})`
  })
  const source = fileURLToPath(new URL('bare-worker.js', import.meta.url))
  return serve(
    folder,
    '(name = "main", worker = .bare)',
    `const bare :Workerd.Worker = (
      ${compatibility},
      modules = [(name = "bare-worker.js", esModule = embed ${quoted(source)})],
      bindings = [${bindings.join(',\n')}],
    );`,
  )
}

/** Static files without a worker. */
export function serveFiles(folder: string): Promise<Served> {
  return serve(folder, files.replace('"files"', '"main"'), '')
}

const files = `(name = "files", disk = (path = ${quoted(join(projectFolder, 'dist', 'client'))}))`

function moduleLine(file: string): string {
  const kind = file.endsWith('.mjs') ? 'esModule' : file.endsWith('.wasm') ? 'wasm' : 'data'
  return `(name = ${quoted(file)}, ${kind} = embed ${quoted(join(builtFolder, file))})`
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

async function serve(
  folder: string,
  services: string,
  declarations: string,
  { v8Flags = [], output = 'inherit', sockets = [] }: RuntimeOptions = {},
): Promise<Served> {
  const port = await findFreePort()
  const config = join(folder, `${port}.capnp`)
  writeFileSync(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      v8Flags = [${v8Flags.map(quoted).join(', ')}],
      services = [
        ${services},
        (name = "network", network = (allow = ["public", "private", "local"])),
      ],
      sockets = [${[socket('main', port), ...sockets].join(', ')}],
    );
    ${declarations}\n`,
  )
  // Absolute paths are resolved below the import path.
  const runtime = spawn(workerd, ['serve', '--experimental', '--import-path=/', config], {
    stdio: ['ignore', output, output],
  })
  const ended = new Promise<void>((resolve) => runtime.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; !(await isPortInUse(url)); tries += 1) {
    if (tries > 200 || runtime.exitCode !== null) {
      runtime.kill()
      throw new Error(`workerd did not serve ${config}`)
    }
    await sleep(50)
  }
  return {
    url,
    cpu: () => cpuOf(runtime.pid),
    memory: () => readMemory(runtime.pid),
    close() {
      runtime.kill()
      return ended
    },
    kill() {
      runtime.kill('SIGKILL')
      return ended
    },
  }
}

function socket(service: string, port: number): string {
  return `(name = "${service}", address = "127.0.0.1:${port}", http = (), service = "${service}")`
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

function isPortInUse(url: string): Promise<boolean> {
  return fetch(`${url}/ping`).then(
    () => true,
    () => false,
  )
}

/** From the system's process table, in hundredths of a second. */
export function cpuOf(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Bytes that a process has in memory. */
export function readMemory(pid: number | undefined): number {
  const [, kilobytes] =
    /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
