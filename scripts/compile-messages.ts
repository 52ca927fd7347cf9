import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { runCommand } from './run-command.ts'

const statePath = '.inlang/messages-state'
const packages = ['paraglide-js', 'sdk', 'plugin-message-format']
const sources = [
  'project.inlang/settings.json',
  'project.inlang/messages/*.json',
  ...packages.map((name) => `node_modules/@inlang/${name}/package.json`),
]

function messagesFingerprint(): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources).toSorted()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

/** Compiles the messages to functions, unless these are of the same messages already. */
export async function compileMessages(signal?: AbortSignal): Promise<void> {
  const state = messagesFingerprint()
  if (existsSync(statePath) && readFileSync(statePath, 'utf8') === state) return
  const { hasPassed, output } = await runCommand(
    process.execPath,
    ['scripts/message-compiler.ts'],
    { env: { NODE_ENV: 'production' }, ...(signal && { signal }) },
  )
  if (output) console.error(output)
  if (!hasPassed) throw new Error('the messages were not compiled, for the reason above')
  writeFileSync(statePath, state)
}

if (import.meta.main) await compileMessages()
