import { collectNamedSchemas } from './api/openapi-schemas.ts'

const contracts = import.meta.glob<object>(
  ['./features/**/*contract.ts', './contracts/{enumerations,locale}.ts'],
  { eager: true },
)

/** The schemas that contracts export: clients of the API know them by name. */
export const namedSchemas = collectNamedSchemas(Object.values(contracts))
