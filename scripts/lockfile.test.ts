import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Locked = { packages: Record<string, { integrity?: string; link?: boolean }> }

test.each(['package-lock.json', 'bench/package-lock.json'])(
  '%s pins the bytes of every package, also of those for other machines',
  (path) => {
    const { packages } = JSON.parse(readFileSync(path, 'utf8')) as Locked
    const unpinned = Object.entries(packages)
      .filter(([name, { integrity, link }]) => name && !link && !/^sha512-/.test(integrity ?? ''))
      .map(([name]) => name)
    expect(Object.keys(packages).length).toBeGreaterThan(10)
    expect(unpinned).toEqual([])
  },
)
