import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, type Font } from 'fontkitten'
import { afterAll, expect, test } from 'vitest'
import { formatLicenseNotice } from './licenses.ts'

const folder = mkdtempSync(join(tmpdir(), 'hypecal-licence-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a package without the text of its licence stops the build', () => {
  const described = { name: 'nameless', version: '1.2.3', license: 'MIT' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described))
  expect(() => formatLicenseNotice(folder)).toThrow('nameless 1.2.3 (MIT) has no licence text')
  writeFileSync(join(folder, 'LICENSE.md'), 'Copyright Ada\n')
  expect(formatLicenseNotice(folder)).toBe('nameless 1.2.3\n\nCopyright Ada')
})

test('one that is published without a file has the standard text', () => {
  const notice = formatLicenseNotice('node_modules/drizzle-orm')
  expect(notice).toMatch(/^drizzle-orm [\d.]+\n\nCopyright the authors[^]*Apache License/)
})

test('the cut display face still says under which licence it is', () => {
  const font = create(readFileSync('.astro/fonts/display-latin.woff2')) as Font
  expect(font.getName('licenseURL')).toMatch(/OFL/i)
})
