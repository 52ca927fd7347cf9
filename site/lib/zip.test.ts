import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createZip } from './zip.ts'

/** Reads it with the library of another language. */
const script = `
import json, sys, zipfile
file = zipfile.ZipFile(sys.argv[1])
print(json.dumps([file.testzip(), {name: file.read(name).hex() for name in file.namelist()}]))`

test('a ZIP file holds each file whole, under its name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hypecal-zip-'))
  const text = new TextEncoder().encode('{"a":1}')
  const picture = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256)
  const entries = [
    { name: 'hypecal.json', bytes: text },
    { name: 'uploads/é.png', bytes: picture },
    { name: 'empty', bytes: new Uint8Array() },
  ]
  const path = join(folder, 'a.zip')
  writeFileSync(path, Buffer.from(await createZip(entries).arrayBuffer()))
  const answer = execFileSync('python3', ['-c', script, path], { encoding: 'utf8' })
  expect(JSON.parse(answer)).toEqual([
    null,
    Object.fromEntries(
      entries.map(({ name, bytes }) => [name, Buffer.from(bytes).toString('hex')]),
    ),
  ])
  rmSync(folder, { recursive: true })
})
