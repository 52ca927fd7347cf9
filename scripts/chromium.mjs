import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome']

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * The browser of this machine; undefined leaves the choice to Playwright's own download.
 * @returns {string | undefined}
 */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH ?? '', ...onPath].find((path) => path && isExecutable(path))
}
