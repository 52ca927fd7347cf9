import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuOf, readMemory } from './workerd.ts'

/** A service in a process of its own, which can be killed and comes back at the same address. */
export type Service = {
  url: string
  /** Bytes of memory in use. */
  memory(): number
  /** Milliseconds of processor time so far. */
  cpu(): number
  kill(): Promise<void>
  restart(): Promise<void>
  close(): Promise<void>
}

/** Flags of the runtime that the process is started with. */
type ProcessFlags = readonly string[]
type Started = { child: ChildProcess; port: number }

async function startProcess(
  script: string,
  options: object,
  flags: ProcessFlags,
): Promise<Started> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const child = fork(path, [JSON.stringify(options)], { execArgv: [...flags] })
  const [message] = (await once(child, 'message')) as [{ port: number }]
  return { child, port: message.port }
}

export async function startService(
  script: string,
  options: object,
  flags: ProcessFlags = [],
): Promise<Service> {
  let { child, port } = await startProcess(script, { ...options, port: 0 }, flags)
  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    url: `http://127.0.0.1:${port}`,
    memory: () => readMemory(child.pid),
    cpu: () => cpuOf(child.pid),
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
    async restart() {
      ;({ child, port } = await startProcess(script, { ...options, port }, flags))
    },
  }
}

/** In the process of a service: what it was started with, its port included. */
export function serviceOptions<Options>(): Options & { port: number } {
  // Ends with its parent, however that ends.
  process.once('disconnect', () => process.exit())
  return JSON.parse(process.argv[2] ?? '{}') as Options & { port: number }
}

export function announceService(port: number): void {
  process.send?.({ port })
}
