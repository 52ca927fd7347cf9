import type * as v from 'valibot'
import type { ApiSchemas, JsonObject } from './openapi-schemas.ts'

const descriptions: Record<string, string> = {
  account_id: 'Id of the channel',
  act: 'Only entries of these actions',
  alarm: 'Minutes before the start at which the calendar reminds; repeat for several',
  all: 'Include the current session',
  category: 'Only events of these categories; repeat for several',
  channel: 'The channel of the delivery',
  cursor: '`next_cursor` of the page before',
  event: 'Id or slug of the event',
  event_id: 'Id of the event',
  form: 'Format of the feed',
  from: 'Not before this instant or day',
  future_only: 'Leave out what is over',
  game: 'Id of the game; where it filters, repeat for several. The page of a game takes its slug',
  game_q: 'A part of the name of the game',
  group: 'Id of the event group; where it filters, repeat for several',
  hours: 'The hours before now that the figures cover',
  id: 'Id of the subject of the call',
  'idempotency-key': 'The same key performs the call once, however often it is sent',
  intent: 'Reason of the authorization',
  is_streamer: 'Only members with a streamer profile, or only those without',
  kind: 'Only this kind',
  lang: 'Language of names and labels',
  language: 'Only what is in these languages; repeat for several',
  limit: 'Most items of the answer',
  linked: 'Events in the group, or the others',
  locale: 'Language of the words of the search',
  name: 'Name of the proposed event',
  network: 'Only entries of this network',
  next: 'Path to open after the sign-in',
  page: 'Number of the page, from 1',
  per_page: 'Items of a page',
  period: 'The time that the answer covers',
  person: 'Name or id of the member',
  phase: 'Only events in these phases; repeat for several',
  platform: 'Only this platform; where events are filtered, repeat for several',
  provider: 'The service that signs the member in',
  q: 'Words to look for',
  range: 'The time of the events, by the days of `tz`',
  reason: 'Only deliveries that failed for this reason',
  refresh_token: 'The refresh token; without it, the cookie',
  role: 'Only members of this role',
  seed: 'The same seed gives the same random order',
  show: 'Only streamers of this kind',
  slug: 'Slug in the address of the page',
  sort: 'Order of the items',
  source_id: 'Id of the schedule source',
  start: 'Start of the proposed event',
  state: 'Only items in this state',
  status: 'Only items of this status',
  streamer: 'Id of the streamer; where it filters, repeat for several',
  streamer_q: 'A part of the name of the channel or of a participant',
  streaming_account_name: 'Name of the channel of the proposed event',
  subject: 'Only entries on this kind of subject',
  subject_id: 'Only entries on the subject with this id',
  target: 'The calendar to which the event is added',
  timezone: 'IANA time zone of the proposed event',
  to: 'Before this instant, or to the end of this day',
  token: 'The secret of the calendar feed',
  types: 'What to look for; repeat for several',
  tz: 'IANA time zone in which days begin',
}

type ParameterLocation = 'path' | 'query' | 'header'
type SchemaProperty = JsonObject & {
  type?: string
  items?: JsonObject
  default?: unknown
  anyOf?: unknown
}

function buildParameterSchema(input: SchemaProperty, output: SchemaProperty): JsonObject {
  const { default: usual, ...written } = input
  if (output.type === 'array') return output
  if (output.type === 'boolean')
    return { type: 'boolean', ...parseDefault(usual, (text) => text === 'true') }
  if (output.type !== 'integer' || written.format) return input
  const choices = Array.isArray(input.enum) ? { enum: input.enum.map(Number) } : {}
  const { default: _, ...number } = output
  return { ...number, ...choices, ...parseDefault(usual, Number) }
}

function parseDefault(usual: unknown, parse: (text: string) => unknown): JsonObject {
  return typeof usual === 'string' ? { default: parse(usual) } : {}
}

/** Lists are repeated, as in `language=fr&language=es`. */
export function describeParameters(
  schema: v.GenericSchema | undefined,
  location: ParameterLocation,
  { inputs, outputs, refOf }: ApiSchemas,
): JsonObject[] {
  if (!schema) return []
  const name = String(refOf(schema).$ref).split('/').at(-1) ?? ''
  const { properties = {}, required = [] } = inputs[name] as {
    properties?: Record<string, SchemaProperty>
    required?: string[]
  }
  const read = (outputs[name] as { properties?: Record<string, SchemaProperty> }).properties
  return Object.entries(properties).map(([key, property]) => {
    const json = buildParameterSchema(property, read?.[key] ?? {})
    return {
      name: key,
      in: location,
      description: descriptions[key],
      ...(location === 'path' || required.includes(key) ? { required: true } : {}),
      ...(json.type === 'array' ? { style: 'form', explode: true } : {}),
      schema: json,
    }
  })
}

export function extractSharedParameters(
  paths: Record<string, Record<string, JsonObject>>,
): JsonObject {
  const operations = Object.values(paths)
    .flatMap((path) => Object.values(path))
    .filter((operation): operation is JsonObject & { parameters: JsonObject[] } =>
      Array.isArray(operation.parameters),
    )
  const counts = new Map<string, number>()
  for (const parameter of operations.flatMap(({ parameters }) => parameters)) {
    const text = JSON.stringify(parameter)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const shared = new Map<string, JsonObject>()
  for (const [text, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
    const parameter = JSON.parse(text) as JsonObject
    const key =
      parameter.in === 'path' ? `${String(parameter.name)}_in_path` : String(parameter.name)
    if (count > 1 && !shared.has(key)) shared.set(key, parameter)
  }
  const keys = new Map([...shared].map(([key, parameter]) => [JSON.stringify(parameter), key]))
  for (const operation of operations) {
    operation.parameters = operation.parameters.map((parameter) => {
      const key = keys.get(JSON.stringify(parameter))
      return key === undefined ? parameter : { $ref: `#/components/parameters/${key}` }
    })
  }
  return Object.fromEntries(shared)
}
