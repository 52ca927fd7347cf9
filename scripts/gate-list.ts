export type Gate = {
  name: string
  /** Two of the two slots for gates that use the whole machine. */
  slots: 1 | 2
  needsBuild?: true
  /** Reads no file that the build writes: runs beside it, which uses one core for most of its time. */
  isBesideBuild?: true
  report?: string
}

/** Runs first: it also writes translations and types that other gates read. */
export const buildGate: Gate = { name: 'build', slots: 1 }

/** Slow ones first, so that the short ones fill the gaps. */
export const gates: Gate[] = [
  { name: 'format:check', slots: 1, isBesideBuild: true },
  { name: 'migrations:check', slots: 1, isBesideBuild: true },
  { name: 'lint', slots: 1 },
  { name: 'types', slots: 1 },
  { name: 'test:unit', slots: 1, report: 'test-results/unit.json' },
  { name: 'dead', slots: 1 },
  { name: 'messages:check', slots: 1 },
  { name: 'cycles', slots: 1 },
  { name: 'limits', slots: 1 },
  { name: 'weight', slots: 1, needsBuild: true },
  { name: 'deploy:check', slots: 1, needsBuild: true },
  { name: 'test:api', slots: 2, report: 'test-results/api.json' },
  { name: 'test:integration', slots: 2, needsBuild: true, report: 'test-results/integration.json' },
  { name: 'test:browser', slots: 2, needsBuild: true, report: 'test-results/browser.json' },
]

/** Gates that take longer or show the same again elsewhere: parts of `npm run nightly`, after the build. */
export const nightlyParts: Gate[] = [
  { name: 'engines', slots: 2, needsBuild: true, report: 'test-results/engines.json' },
  { name: 'nightly:random', slots: 2, needsBuild: true },
  { name: 'nightly:order', slots: 2 },
  { name: 'nightly:api', slots: 2, needsBuild: true, report: 'test-results/api-built.json' },
  {
    name: 'nightly:browser',
    slots: 2,
    needsBuild: true,
    report: 'test-results/browser-nightly.json',
  },
]
