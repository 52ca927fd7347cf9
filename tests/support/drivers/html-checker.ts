import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const jar = fileURLToPath(import.meta.resolve('vnu-jar/build/dist/vnu.jar'))

/** Astro writes this before the first island, wherever that is. */
const islandStyle = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>'

/** The errors that the Nu Html Checker finds in documents, by name, in one run of its JVM. */
export async function findHtmlErrors(documents: ReadonlyMap<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hypecal-html-'))
  try {
    const names = [...documents.keys()]
    const files = names.map((_, index) => join(folder, `${index}.html`))
    await Promise.all(
      files.map((file, index) => {
        const html = documents.get(names[index] ?? '') ?? ''
        return writeFile(file, html.replace(islandStyle, ''))
      }),
    )
    const output = await new Promise<string>((resolve, reject) => {
      const args = [
        '-Xss4m',
        '-XX:TieredStopAtLevel=1',
        '-jar',
        jar,
        '--errors-only',
        '--stdout',
        ...files,
      ]
      execFile('java', args, { maxBuffer: 1e8 }, (error, stdout) => {
        // 1: it found errors, or could not begin.
        if (error && (error.code !== 1 || !stdout.includes(': error: '))) reject(error)
        else resolve(stdout)
      })
    })
    const lines = output
      .split('\n')
      .filter((line) => line.includes(': error: ') || /fatal/.test(line))
    return lines.map((line) =>
      line.replace(/^.*?\/(\d+)\.html"?/, (_, index: string) => names[Number(index)] ?? ''),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
