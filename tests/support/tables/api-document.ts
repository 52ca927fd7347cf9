import type { TestApi } from '#tests/support/drivers/api.ts'

export type Operation = {
  /** Method and path, such as `PUT /events/{id}`. */
  name: string
  method: string
  /** With its parameters in braces. */
  path: string
  access: string
  pathParameters: string[]
  queryParameters: { name: string; schema: unknown }[]
  body: { type: string; schema: Record<string, unknown> } | undefined
  isPublicRead: boolean
  /** Whether its writes need a recent confirmation. */
  isConfirmed: boolean
}

type Components = Record<string, Record<string, unknown>>
type Parameter = { name: string; in: 'path' | 'query'; schema: unknown }
type Described = {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> }
  'x-access'?: string
  'x-confirmation'?: boolean
  /** Present for files beside the API only. */
  servers?: object[]
}

/** Every call that the API says it has, without the files beside it. */
export async function listOperations(worker: TestApi): Promise<Operation[]> {
  const response = await worker.fetch('/api/v1/openapi.json')
  const { paths, components } = (await response.json()) as {
    paths: object
    components: Components
  }
  const whole = withoutReferences(paths, components) as Record<string, Record<string, Described>>
  return Object.entries(whole).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { servers }]) => servers === undefined)
      .map(([method, described]) => operationOf(path, method, described)),
  )
}

function withoutReferences(part: unknown, components: Components): unknown {
  if (Array.isArray(part)) return part.map((one) => withoutReferences(one, components))
  if (typeof part !== 'object' || part === null) return part
  const { $ref, ...others } = part as { $ref?: string }
  const [kind = '', name = ''] = $ref?.split('/').slice(-2) ?? []
  const target = $ref === undefined ? {} : withoutReferences(components[kind]?.[name], components)
  const own = Object.entries(others).map(([key, one]) => [key, withoutReferences(one, components)])
  return mergeParts({ ...(target as object), ...(Object.fromEntries(own) as object) })
}

type Part = { allOf?: Part[]; properties?: object; required?: string[] }

/** A schema with the properties of those that it extends. */
function mergeParts({ allOf = [], ...own }: Part): object {
  return allOf.reduce(
    (whole, part) => ({
      ...whole,
      ...part,
      properties: { ...whole.properties, ...part.properties },
      required: [...(whole.required ?? []), ...(part.required ?? [])],
    }),
    own,
  )
}

function operationOf(path: string, verb: string, described: Described): Operation {
  const method = verb.toUpperCase()
  const access = described['x-access'] ?? 'visitor'
  const [body] = Object.entries(described.requestBody?.content ?? {})
  const named = (place: string) => (described.parameters ?? []).filter((one) => one.in === place)
  return {
    name: `${method} ${path}`,
    method,
    path,
    access,
    pathParameters: named('path').map(({ name }) => name),
    queryParameters: named('query').map(({ name, schema }) => ({ name, schema })),
    body: body && { type: body[0], schema: body[1].schema },
    isConfirmed: described['x-confirmation'] ?? false,
    isPublicRead: method === 'GET' && access === 'visitor',
  }
}

/** The path below `/api/v1/`, with every parameter replaced. */
export function pathWith({ path }: Operation, value: string): string {
  return path.slice(1).replace(/\{\w+\}/g, value)
}
