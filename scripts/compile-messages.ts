import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'

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
export function compileMessages(): void {
  const state = messagesFingerprint()
  if (existsSync(statePath) && readFileSync(statePath, 'utf8') === state) return
  execFileSync(process.execPath, ['scripts/message-compiler.ts'], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  writeFileSync(statePath, state)
}

if (import.meta.main) compileMessages()
