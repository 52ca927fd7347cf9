import { spawn } from 'node:child_process'

export type Run = { hasPassed: boolean; output: string }

/** Runs a program to its end and collects what it prints. */
export function runCommand(command: string, args: string[]): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: '0' },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text))
    }
    child.on('error', (error) => resolve({ hasPassed: false, output: error.message }))
    child.on('close', (code) => resolve({ hasPassed: code === 0, output }))
  })
}
