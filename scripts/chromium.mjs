import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']
const shellNames = ['chromium-headless-shell']

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** @param {string[]} names */
function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...onPath].find((path) => path && isExecutable(path))
}

/** @returns {string | undefined} undefined: Playwright uses its own download */
export function findChromium() {
  return find(names)
}

/** @returns {string | undefined} the same engine without a user interface: a third less work */
export function findHeadlessShell() {
  return find(shellNames)
}
