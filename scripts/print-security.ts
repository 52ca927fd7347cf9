import { chapters, listSecurityTests, type SecurityTest } from './security-matrix.ts'

const tests = listSecurityTests()

function printRow(mark: string, proofs: SecurityTest[]): void {
  const names = proofs.map(({ name }) => name).join(`\n${' '.repeat(10)}`)
  console.log(`${mark.padEnd(9)} ${names || 'docs/security.md'}`)
}

for (const { title, requirements } of chapters) {
  console.log(`\n${title}`)
  for (const requirement of requirements) {
    const proofs = tests.filter((test) => test.requirements.includes(requirement))
    printRow(requirement, proofs)
  }
}

console.log('\nAbuse of regular functions')
const abuses = new Set(tests.flatMap((test) => test.abuses))
for (const abuse of [...abuses].toSorted((abuse, other) => Number(abuse) - Number(other))) {
  const proofs = tests.filter((test) => test.abuses.includes(abuse))
  printRow(`abuse ${abuse}`, proofs)
}
