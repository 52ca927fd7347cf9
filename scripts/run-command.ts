import { spawn } from 'node:child_process'

export type Run = { hasPassed: boolean; output: string }

type Options = {
  /** Besides those of this process. */
  env?: Record<string, string>
  /** Written to its input; default: nothing. */
  input?: string
  /** Ends the program by an interrupt, as Ctrl-C does. */
  signal?: AbortSignal
}

/**
 * Runs a program to its end and collects what it prints.
 * @throws the reason of the signal once the program has ended
 */
export async function runCommand(
  command: string,
  args: string[],
  { env, input, signal }: Options = {},
): Promise<Run> {
  signal?.throwIfAborted()
  const run = await new Promise<Run>((resolve) => {
    const child = spawn(command, args, {
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0', ...env },
    })
    const interrupt = () => child.kill('SIGINT')
    signal?.addEventListener('abort', interrupt)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.stdin?.on('error', () => undefined).end(input)
    child.on('error', (error) => resolve({ hasPassed: false, output: error.message }))
    child.on('close', (code) => {
      signal?.removeEventListener('abort', interrupt)
      resolve({ hasPassed: code === 0, output })
    })
  })
  signal?.throwIfAborted()
  return run
}
