import { globSync, readFileSync } from 'node:fs'

/** Levels 1 and 2 of OWASP ASVS 5.0.0; V17 does not apply. */
const CHAPTERS = `
V1 Encoding and sanitisation: 1.1.1–1.1.2 1.2.1–1.2.9 1.3.1–1.3.11 1.4.1–1.4.3 1.5.1–1.5.2
V2 Validation and business logic: 2.1.1–2.1.3 2.2.1–2.2.3 2.3.1–2.3.4 2.4.1
V3 Web frontend: 3.2.1–3.2.2 3.3.1–3.3.4 3.4.1–3.4.6 3.5.1–3.5.5 3.7.1–3.7.2
V4 API: 4.1.1–4.1.3 4.2.1 4.3.1–4.3.2 4.4.1–4.4.4
V5 Files: 5.1.1 5.2.1–5.2.3 5.3.1–5.3.2 5.4.1–5.4.3
V6 Authentication: 6.1.1–6.1.3 6.2.1–6.2.12 6.3.1–6.3.4 6.4.1–6.4.4 6.5.1–6.5.5 6.6.1–6.6.3 6.8.1–6.8.4
V7 Sessions: 7.1.1–7.1.3 7.2.1–7.2.4 7.3.1–7.3.2 7.4.1–7.4.5 7.5.1–7.5.2 7.6.1–7.6.2
V8 Authorisation: 8.1.1–8.1.2 8.2.1–8.2.3 8.3.1 8.4.1
V9 Self-contained tokens: 9.1.1–9.1.3 9.2.1–9.2.4
V10 OAuth and OIDC: 10.1.1–10.1.2 10.2.1–10.2.3 10.3.1–10.3.4 10.4.1–10.4.11 10.5.1–10.5.5 10.6.1–10.6.2 10.7.1–10.7.3
V11 Cryptography: 11.1.1–11.1.2 11.2.1–11.2.3 11.3.1–11.3.3 11.4.1–11.4.4 11.5.1 11.6.1
V12 Communication: 12.1.1–12.1.3 12.2.1–12.2.2 12.3.1–12.3.4
V13 Configuration: 13.1.1 13.2.1–13.2.5 13.3.1–13.3.2 13.4.1–13.4.5
V14 Data protection: 14.1.1–14.1.2 14.2.1–14.2.4 14.3.1–14.3.3
V15 Coding and architecture: 15.1.1–15.1.3 15.2.1–15.2.3 15.3.1–15.3.7
V16 Logging and errors: 16.1.1 16.2.1–16.2.5 16.3.1–16.3.4 16.4.1–16.4.3 16.5.1–16.5.3
`

export const chapters = CHAPTERS.trim()
  .split('\n')
  .map((line) => line.split(': '))
  .map(([title = '', ranges = '']) => ({ title, requirements: listRequirements(ranges) }))

/** A test whose name ends in `[ASVS 6.2.2, 6.2.3]`, `[abuse 4]` or both. */
export type SecurityTest = { name: string; requirements: string[]; abuses: string[] }

/** `1.2.3–1.2.5, 1.3.1` are four. */
export function listRequirements(text: string): string[] {
  return [...text.matchAll(/(\d+\.\d+)\.(\d+)(?:–\1\.(\d+))?/g)].flatMap(
    ([, section, from, to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) =>
        [section, Number(from) + index].join('.'),
      ),
  )
}

export function listSecurityTests(): SecurityTest[] {
  const files = globSync('{worker,site,local,scripts,tests}/**/*.{test,spec}.{ts,tsx}').toSorted()
  return files.flatMap((file) => {
    const titles = /(['"`])((?:\\.|(?!\1).)*?)((?: \[(?:ASVS|abuse) [\d., ]+\])+)\1/g
    return [...readFileSync(file, 'utf8').matchAll(titles)].map(([, , title, marks = '']) => ({
      name: `${file} › ${title}`,
      requirements: listRequirements(marks),
      abuses: /\[abuse (.*?)\]/.exec(marks)?.[1]?.split(', ') ?? [],
    }))
  })
}
