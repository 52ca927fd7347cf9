import type * as v from 'valibot'
import type { OperatorFile } from './operator-file.ts'

export type Operator = v.InferOutput<typeof OperatorFile> & {
  /** True without a file: the legal texts say that they are samples. */
  isSample?: boolean
}
export type Processor = Operator['processors'][number]

export const sampleOperator: Operator = {
  isSample: true,
  legalName: 'Hypecal (sample)',
  address: ['1 Example Street', '00000 Exampletown'],
  country: 'FR',
  email: 'hello@hypecal.example',
  supervisoryAuthority: { name: 'CNIL', url: 'https://www.cnil.fr/' },
  digitalAge: 15,
  dsa: { email: 'hello@hypecal.example', languages: ['en', 'es', 'fr'] },
  law: 'FR',
  processors: (['hosting', 'database', 'email', 'backup'] as const).map((role) => ({
    role,
    name: 'Hypecal (sample)',
    address: ['1 Example Street', '00000 Exampletown'],
    country: 'FR',
    safeguard: 'eu',
    termsUrl: 'https://hypecal.example/',
  })),
  logDays: 7,
  mailDays: 30,
  backupDays: 93,
  inactiveMonths: 24,
}

/** The build's; programs that no build made have the sample. */
export const operator: Operator =
  typeof BUILD_OPERATOR === 'undefined' ? sampleOperator : (BUILD_OPERATOR as Operator)
