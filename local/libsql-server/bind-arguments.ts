import { RequestError } from './errors.ts'
import type { Cell, NamedArgument, HranaStatement, Value } from './hrana.ts'

type ParameterNames = readonly (string | null)[]

/** By position; a named argument takes precedence over a positional one. */
export function bindArguments(parameters: ParameterNames, stmt: HranaStatement): Cell[] {
  if (parameters.length === 0 && stmt.args.length === 0 && stmt.namedArgs.length === 0) return []
  refuseExtraArguments(parameters, stmt)
  const valuesByName = new Map(stmt.namedArgs.map(({ name, value }) => [name, value]))
  return parameters.map((name, index) => {
    const value = findValueByName(valuesByName, name) ?? stmt.args[index]
    if (value === undefined) {
      throw invalidArgumentsError(`value for parameter ${name ?? `?${index + 1}`} not found`)
    }
    return toCell(value)
  })
}

function findValueByName(valuesByName: Map<string, Value>, name: string | null): Value | undefined {
  if (name === null || name.startsWith('?')) return undefined
  return valuesByName.get(name) ?? valuesByName.get(name.slice(1))
}

function refuseExtraArguments(parameters: ParameterNames, stmt: HranaStatement): void {
  if (stmt.args.length > parameters.length) {
    throw invalidArgumentsError(`${parameters.length} expected, ${stmt.args.length} given`)
  }
  const stray = stmt.namedArgs.find((argument) => !isExpectedArgument(parameters, argument))
  if (stray !== undefined) throw invalidArgumentsError(`no parameter is called ${stray.name}`)
}

function isExpectedArgument(parameters: ParameterNames, { name }: NamedArgument): boolean {
  return parameters.some((parameter) => parameter === name || parameter?.slice(1) === name)
}

function toCell(value: Value): Cell {
  if (value.type === 'null') return null
  // The engine truncates such a text when reading, so it is refused.
  if (value.type === 'text' && value.value.includes('\0')) {
    throw invalidArgumentsError(
      'a text holds a NUL character, which the local engine cannot read back',
    )
  }
  return value.value
}

function invalidArgumentsError(detail: string): RequestError {
  return new RequestError('ARGS_INVALID', `Arguments do not match SQL parameters: ${detail}`)
}
