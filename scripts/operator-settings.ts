import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { isLocalAddress } from '#worker/contracts/local-address.ts'
import { OperatorFile } from '#worker/contracts/operator-file.ts'
import { sampleOperator, type Operator } from '#worker/contracts/operator.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export type OperatorSettings = {
  operator: Operator
  /** Reasons against a build, each a sentence; a site on this machine may do without a file. */
  problems: string[]
}

/** Comments are whole lines that begin with `//`. */
function parseOperator(text: string): v.SafeParseResult<typeof OperatorFile> {
  const json: unknown = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''))
  return v.safeParse(OperatorFile, json)
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  const isUnknown = issue.type === 'strict_object' && issue.expected === 'never'
  const message = isUnknown ? 'is no setting of this file' : issue.message
  return path ? `${path} ${message}` : message
}

export function readOperatorSettings(
  siteUrl: string,
  file = process.env['OPERATOR_FILE'] || 'operator.json',
): OperatorSettings {
  const path = resolve(root, file)
  const isPublic = !(URL.canParse(siteUrl) && isLocalAddress(siteUrl))
  const refuse = (reasons: string[]) => ({
    operator: sampleOperator,
    problems: reasons.map((reason) => `${file}: ${reason}`),
  })
  if (!existsSync(path)) {
    const isRefused = isPublic || Boolean(process.env['OPERATOR_FILE'])
    return refuse(
      isRefused ? ['is missing; operator.example.json shows what the site must say'] : [],
    )
  }
  try {
    const { success, output, issues } = parseOperator(readFileSync(path, 'utf8'))
    if (!success) return refuse(issues.map(describeIssue))
    if (!isPublic) return { operator: output, problems: [] }
    const problems = findOperatorProblems(output).map((problem) => `${file}: ${problem}`)
    return { operator: output, problems: [...problems, ...findLeftoverInstructions()] }
  } catch (error) {
    return refuse([`is not JSON: ${(error as Error).message}`])
  }
}

/** Members of the European Economic Area, where the General Data Protection Regulation applies. */
const economicArea = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
)
const neededRoles = ['hosting', 'database', 'email', 'backup'] as const
const reservedDomain =
  /(?:@|\/\/|\.)(?:[\w-]+\.)*(?:example(?:\.(?:com|net|org))?|test|invalid)(?=[/:]|$)/i
/** In bold: a text may speak of what somebody else has to complete. */
const leftover = /\*\*(to be completed|à compléter|lo que debe completar)/i
const instruction = /to be completed|à compléter|debe completar|\bTODO\b/i

function listTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(listTexts) : []
}

/** Duties of a public site, beyond the shape of the file; empty when nothing is left to do. */
export function findOperatorProblems(operator: Operator): string[] {
  const { country, processors } = operator
  const texts = listTexts(operator)
  const hasHost = processors.some(({ role, phone }) => role === 'hosting' && phone)
  return [
    ...texts
      .filter((text) => reservedDomain.test(text))
      .map((text) => `${text} is an example: nobody can be reached there`),
    ...texts
      .filter((text) => instruction.test(text))
      .map((text) => `“${text}” is an instruction, not an answer`),
    ...neededRoles
      .filter((role) => !processors.some((processor) => processor.role === role))
      .map((role) => `processors name nobody with the role ${role}`),
    ...processors
      .filter((processor) => !economicArea.has(processor.country))
      .filter(({ safeguard }) => !safeguard || safeguard === 'eu')
      .map(
        ({ name, country: place }) =>
          `${name} is in ${place}, outside the European Economic Area: name its safeguard`,
      ),
    ...(country === 'FR' && !operator.publicationDirector
      ? ['publicationDirector is missing, which the law of France asks for']
      : []),
    ...(country === 'FR' && !hasHost
      ? ['the host has no phone number, which the law of France asks for']
      : []),
    ...(country === 'ES' && !operator.register && !operator.vatId
      ? ['register or vatId is missing, which the law of Spain asks for']
      : []),
  ]
}

/** The file fills in the texts, so that none asks the operator to write something. */
export function findLeftoverInstructions(folder = root): string[] {
  return globSync('site/content/*/*.md', { cwd: folder })
    .filter((path) => leftover.test(readFileSync(resolve(folder, path), 'utf8')))
    .map((path) => `${path} still asks the operator to complete it`)
}
