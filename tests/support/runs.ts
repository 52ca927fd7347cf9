/** How many random cases or cells of a table a test tries: few in `npm test`, many in `npm run nightly`. */
export function runsOf(counts: { few: number; many: number }): number {
  return process.env['RUNS'] === 'many' ? counts.many : counts.few
}
