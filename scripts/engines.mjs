// Plain JavaScript for Node 20: scripts/install.mjs runs before the project's own Node is there.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

/** @param {string} command */
function onPath(command) {
  try {
    return execFileSync('sh', ['-c', `command -v ${command}`], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

/** WebKitGTK's own small browser lies beside its library, not on the path. */
function findMiniBrowser() {
  for (const machine of existsSync('/usr/lib') ? readdirSync('/usr/lib') : []) {
    for (const version of ['4.1', '4.0', '6.0']) {
      const path = `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`
      if (existsSync(path)) return path
    }
  }
  return undefined
}

/** The engines besides Chromium: the Debian packages that hold them, and their browsers. */
export const engines = {
  firefox: {
    packages: ['firefox-esr'],
    isInstalled: () => Boolean(onPath('firefox-esr')),
    path: () => onPath('firefox-esr') ?? '',
  },
  webkit: {
    packages: ['webkit2gtk-driver', 'xvfb'],
    isInstalled: () => Boolean(onPath('WebKitWebDriver') && onPath('Xvfb') && findMiniBrowser()),
    path: () => findMiniBrowser() ?? '',
  },
}
