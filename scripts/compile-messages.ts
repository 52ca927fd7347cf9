import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const folder = 'project.inlang/paraglide'
const statePath = `${folder}/.messages-state`
const sources = [
  'project.inlang/settings.json',
  'project.inlang/messages/*.json',
  'node_modules/@inlang/paraglide-js/package.json',
]

export const compileArguments = ['compile', '--outdir', `./${folder}`, '--silent']

function messagesFingerprint(): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources).toSorted()) hash.update(path).update(readFileSync(path))
  return hash.digest('hex')
}

/** Compiles the messages to functions, unless these are of the same messages already. */
export function compileMessages(): void {
  const state = messagesFingerprint()
  if (existsSync(statePath) && readFileSync(statePath, 'utf8') === state) return
  execFileSync('node_modules/.bin/paraglide-js', compileArguments, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  // It ignores the messages of new languages too.
  rmSync('project.inlang/.gitignore', { force: true })
  writeFileSync(statePath, state)
}

if (import.meta.main) compileMessages()
