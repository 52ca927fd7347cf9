import { collectNamedSchemas } from './api/openapi-schemas.ts'

const contracts = import.meta.glob<object>(
  [
    './features/**/*contract.ts',
    './contracts/{decision-grounds,decision-reasons,enumerations,locale}.ts',
  ],
  { eager: true },
)

/** The schemas that contracts export: clients of the API know them by name. */
export const namedSchemas = collectNamedSchemas(Object.values(contracts))
