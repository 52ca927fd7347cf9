import { nameSchemas } from './api/openapi-schemas.ts'

const contracts = import.meta.glob<object>(
  ['./features/**/*contract.ts', './contracts/{enumerations,locale}.ts'],
  { eager: true },
)

/** What clients of the API know by name: the schemas that contracts export. */
export const namedSchemas = nameSchemas(Object.values(contracts))
