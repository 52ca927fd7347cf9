type JsonObject = Record<string, unknown>

const samples: Record<string, unknown> = {
  name: 'Aurora Charity Night',
  slug: 'aurora-charity-night',
  description: 'Twelve hours of speedruns for a good cause.',
  display_name: 'Aurora',
  account: 'aurora',
  streaming_account_name: 'aurora',
  timezone: 'Europe/Paris',
  tz: 'Europe/Paris',
  title: 'Aurora Charity Night',
  language: 'fr',
}

/** The schemas that others build on: each example weighs as much as its schema. */
export const exampleSchemaNames = new Set(
  'Event EventSummary EventInput Group Game Streamer Article Proposal Error'.split(' '),
)

type SchemaNode = {
  $ref?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: SchemaNode[]
  oneOf?: SchemaNode[]
  allOf?: SchemaNode[]
  type?: string
  format?: string
  properties?: Record<string, SchemaNode>
  items?: SchemaNode
  minItems?: number
  minimum?: number
  minLength?: number
}

const formats: Record<string, string> = {
  'date-time': '2026-12-04T18:00:00Z',
  date: '2026-12-04',
  email: 'aurora@hypecal.example',
  uri: 'https://www.twitch.tv/aurora',
  binary: '…',
}

export function buildExample(schema: JsonObject, definitions: Record<string, JsonObject>): unknown {
  return valueOf(schema, '', 0)

  function valueOf(node: SchemaNode, name: string, depth: number): unknown {
    if (node.$ref) {
      const target = definitions[node.$ref.split('/').at(-1) ?? '']
      return target ? valueOf(target, name, depth) : null
    }
    const [choice] = node.oneOf ?? node.anyOf ?? []
    const isNullable = node.anyOf?.some(({ type }) => type === 'null')
    if (isNullable && depth > 0) return null
    if (choice) return valueOf(choice, name, depth)
    if ('const' in node) return node.const
    if (node.enum) return node.enum[0]
    return valueOfType(node, name, depth)
  }

  function valueOfType(node: SchemaNode, name: string, depth: number): unknown {
    switch (node.type) {
      case 'object':
        return Object.fromEntries(
          Object.entries(node.properties ?? {}).map(([key, property]) => [
            key,
            valueOf(property, key, depth + 1),
          ]),
        )
      case 'array':
        return depth > 1 && !node.minItems ? [] : [valueOf(node.items ?? {}, name, depth + 1)]
      case 'integer':
      case 'number':
        return Math.max(1, node.minimum ?? 1)
      case 'boolean':
        return false
      default:
        return textOf(node, name)
    }
  }

  function textOf({ format = '', minLength = 0 }: SchemaNode, name: string): unknown {
    const text = samples[name] ?? formats[format] ?? name
    return typeof text === 'string' ? text.padEnd(minLength, 'x') : text
  }
}
