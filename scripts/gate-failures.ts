import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The part of Vitest's JSON report that tells which tests failed and why. */
export type VitestFailures = {
  testResults: {
    /** The file's path. */
    name: string
    status: string
    /** Why a file could not be run. */
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}

/** The same part of Playwright's. */
export type PlaywrightFailures = { suites: Suite[]; errors: PlaywrightError[] }
type PlaywrightError = { message?: string }
type Suite = { title: string; suites?: Suite[]; specs: Spec[] }
type Spec = { title: string; tests: { status: string; results: { errors: PlaywrightError[] }[] }[] }

/** A flaky test passed at the second try. */
export type Failure = { title: string; error: string; isFlaky?: true }

const linesShown = 12

export function listFailures(report: VitestFailures | PlaywrightFailures): Failure[] {
  if ('testResults' in report) return report.testResults.flatMap(listOfFile)
  const outside = report.errors.map((error) => failure(['outside of a test'], [error]))
  return [...report.suites.flatMap((suite) => listOfSuite(suite, [])), ...outside]
}

function listOfFile(file: VitestFailures['testResults'][number]): Failure[] {
  const path = relative(process.cwd(), file.name)
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (failed.length === 0 && file.status === 'failed') return [failure([path], [file])]
  return failed.map(({ fullName, failureMessages }) =>
    failure(
      [path, fullName],
      failureMessages.map((message) => ({ message })),
    ),
  )
}

function listOfSuite({ title, suites = [], specs }: Suite, parents: string[]): Failure[] {
  const path = [...parents, title]
  const failed = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => ({
        ...failure(
          [...path, spec.title],
          results.flatMap(({ errors }) => errors),
        ),
        ...(status === 'flaky' ? { isFlaky: true as const } : {}),
      })),
  )
  return [...failed, ...suites.flatMap((suite) => listOfSuite(suite, path))]
}

function failure(path: string[], errors: PlaywrightError[]): Failure {
  const text = stripVTControlCharacters(errors.map(({ message = '' }) => message).join('\n'))
  return { title: path.join(' › '), error: text.split('\n').slice(0, linesShown).join('\n') }
}
