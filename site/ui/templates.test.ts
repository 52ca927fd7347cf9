import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { templates } from '#tests/support/tables/templates.ts'

const hostileTexts = [
  '"><script>alert(1)</script>',
  "' onclick='alert(1)",
  '" onclick="alert(1)',
  '&lt;b&gt; & &amp',
  '<!-- -->',
  '</li></ul></template>',
  'javascript:alert(1)',
  '\ud800 and \udfff',
]

const files = globSync('site/**/*.ts').filter(
  (file) =>
    !/\.test\.ts$|^site\/ui\/html\.ts$/.test(file) &&
    /from '(?:#site\/ui|\.)\/html\.ts'/.test(readFileSync(file, 'utf8')),
)

it('knows every template', async () => {
  expect(Object.keys(templates).sort()).toEqual(files.sort())
  for (const file of files) {
    const path = `../../${file}`
    const module = (await import(path)) as Record<string, unknown>
    const functions = Object.keys(module).filter((name) => typeof module[name] === 'function')
    expect(Object.keys(templates[file] ?? {}).sort(), file).toEqual(functions.sort())
  }
})

const all = Object.values(templates).flatMap((ofFile) => Object.entries(ofFile))

describe.each(all)('%s', (_, write) => {
  const markupOf = (text: string) => [write(text)].flat().map((one) => String(one ?? ''))
  const usual = markupOf('text').map(structureOf)

  it.each(hostileTexts)('has the same elements and attributes with %j', (text) => {
    expect(markupOf(text).map(structureOf)).toEqual(usual)
  })

  it('leads to no script', () => {
    const addresses = markupOf('javascript:alert(1)')
      .join()
      .matchAll(/(?:href|src|action)="([^"]*)/g)
    for (const [, address] of addresses) expect(address).toMatch(/^(?:#$|[/?])/)
  })
})

const tag = /<\/?[a-z]\w*(?: [a-zA-Z-]+(?:="[^"]*")?)*\/?>/g

/** The tags with the names of their attributes; what else has an angle bracket is no HTML of ours. */
function structureOf(markup: string): string {
  expect(markup.replace(tag, '')).not.toMatch(/[<>]/)
  return [...markup.matchAll(tag)].map(([one]) => one.replace(/="[^"]*"/g, '')).join('')
}
